import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Fault } from "../../../mock-provider/fault.js";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import { expectedGot, KitError, messageOf } from "../../core/errors.js";
import type { Report, Result } from "../../core/verdict.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import { resultOf } from "../../explore/player.js";
import { replay } from "../../explore/replay.js";
import { readScenario, refuseUnplayable, type ReadScenario } from "../../explore/saved.js";
import type { CheckRequest } from "../../run/check.js";
import { inParallel } from "../../run/jobs.js";
import { reportOf } from "../../run/run-cases.js";
import { HistoryStore } from "../../run/store.js";
import { quote } from "../check/option-values.js";
import { readReportTargets, writeReports } from "../check/report-targets.js";
import { requestsFor, type RequestOptions } from "../check/requests.js";
import { reportsAsked } from "../explore/run-explore.js";
import { findFiles } from "../lint/find-files.js";

/** What commander hands over for `replay`. */
export interface ReplayOptions extends Omit<RequestOptions, "seed" | "scenario" | "operation" | "performs"> {
  report?: string[];
  format?: string;
  out?: string;
  allowInconclusive: boolean;
}

interface Job {
  read: ReadScenario;
  request: CheckRequest;
}

/** Runs `replay` and returns the exit code. */
export async function runReplay(patterns: readonly string[], options: ReplayOptions): Promise<0 | 1 | 2> {
  const targets = await readReportTargets(reportsAsked(options));
  const faults = await loadCatalogue<Fault>("faults");
  const jobs: Job[] = [];
  for (const file of await findFiles(patterns)) {
    const read = await readFileAsScenario(file);
    const request = await requestOf(read, options);
    refuseUnplayable(read, request.contract, faults);
    jobs.push({ read, request });
  }
  cleanUpOnSignals();
  const store = new HistoryStore(options.out ?? null);
  const files = new Map<Result, string>();
  let kitFailed = false;
  const begun = performance.now();
  const results = await inParallel(jobs, jobs[0]?.request.jobs ?? 1, async ({ read, request }) => {
    const { target, played } = await replay(request, read.saved);
    const result = resultOf(target, read.saved.scenario, played);
    kitFailed ||= played.cause !== null;
    files.set(result, read.file);
    await store.take(result, played.history, jobs.length > 1 ? read.file.replaceAll(/[^\w-]+/g, "-") : "");
    return result;
  });
  const reports = reportsOf(jobs, results, Math.round(performance.now() - begun));
  await writeReports(targets, {
    reports,
    historyOf: (_report, result) => store.of(result),
    repeat: (_report, result) => repeatCommand(files.get(result) ?? "", options),
    colour: process.stdout.isTTY && process.env["NO_COLOR"] === undefined,
  });
  if (kitFailed) return 2;
  const isBad = reports.some(
    ({ summary }) => summary.fail > 0 || (summary.inconclusive > 0 && !options.allowInconclusive),
  );
  return isBad ? 1 : 0;
}

async function readFileAsScenario(file: string): Promise<ReadScenario> {
  const source = await readFile(file, "utf8").catch((error: unknown) => {
    throw new KitError("file", `${file}: it cannot be read (${messageOf(error)}).`, { cause: error });
  });
  return readScenario(source, file);
}

/** The connector that the scenario names, or the one of `--connector`, on the contract that it was found on. */
async function requestOf({ file, saved, yaml }: ReadScenario, options: ReplayOptions): Promise<CheckRequest> {
  const contract = relative(process.cwd(), join(dirname(file), saved.contract));
  const command = options.connector ?? saved.command;
  if (command === undefined && saved.connector === undefined) {
    throw new KitError(
      "config",
      `${file}:${yaml.locate("").line}: ${expectedGot("'connector' (its name in threeworlds.yaml), 'command' or --connector", "none")}.`,
    );
  }
  const names = command === undefined ? [saved.connector ?? ""] : [contract];
  const [request] = await requestsFor("replay", names, {
    ...options,
    ...(command === undefined ? {} : { connector: command }),
    scenario: [],
    seed: String(saved.seed ?? 1),
  });
  if (request === undefined) throw new Error(`Nothing was read for ${file}.`);
  return {
    ...request,
    contract: command === undefined ? await readContract(contract) : request.contract,
    operations: saved.performs ?? request.operations,
    only: [saved.operation],
  };
}

/** One report for each connector on each contract, in the order of the files. */
function reportsOf(jobs: readonly Job[], results: readonly Result[], durationMs: number): Report[] {
  const groups = new Map<string, { request: CheckRequest; results: Result[] }>();
  for (const [index, { request }] of jobs.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    const name = JSON.stringify([request.name, request.contract.file]);
    const group = groups.get(name) ?? { request, results: [] };
    group.results.push(result);
    groups.set(name, group);
  }
  return [...groups.values()].map(({ request, results: mine }) => reportOf(request, mine, durationMs));
}

function repeatCommand(file: string, options: ReplayOptions): string {
  return [
    "npx threeworlds replay",
    quote(file),
    ...(options.connector === undefined ? [] : ["--connector", quote(options.connector)]),
    ...(options.config === "threeworlds.yaml" ? [] : ["--config", quote(options.config)]),
  ].join(" ");
}
