import { randomInt } from "node:crypto";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { KitError, expectedGot, messageOf } from "../../core/errors.js";
import type { Report } from "../../core/verdict.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import { explore, type Explored, type Found } from "../../explore/explore.js";
import { resultOf } from "../../explore/player.js";
import { writeScenario } from "../../explore/saved.js";
import type { CheckRequest } from "../../run/check.js";
import { prepareFolder } from "../../run/file-target.js";
import { reportOf } from "../../run/run-cases.js";
import { durationOf, quote, wholeNumber } from "../check/option-values.js";
import { readReportTargets, writeReports } from "../check/report-targets.js";
import { requestsFor, type RequestOptions } from "../check/requests.js";
import { Progress } from "./progress.js";

/** What commander hands over for `explore`. */
export interface ExploreOptions extends Omit<RequestOptions, "seed" | "scenario"> {
  seed?: string;
  runs: string;
  time?: string;
  report?: string[];
  format?: string;
  out: string;
}

/** Seeds that are short enough to be typed. */
const seeds = 1_000_000;

/** Runs `explore` and returns the exit code. */
export async function runExplore(names: readonly string[], options: ExploreOptions): Promise<0 | 1 | 2> {
  const targets = await readReportTargets(reportsAsked(options));
  const seed = options.seed ?? String(randomInt(1, seeds));
  const runs = wholeNumber("--runs", options.runs, 1);
  const timeMs = options.time === undefined ? null : durationOf("--time", options.time);
  const requests = await requestsFor("explore", names, { ...options, seed, scenario: [] });
  if (requests.length === 0) {
    throw new KitError(
      "usage",
      `${options.config}: ${expectedGot("a connector to explore", "receivers only")}. Receivers are checked: npx threeworlds check`,
    );
  }
  await prepareFolder("--out", options.out);
  cleanUpOnSignals();
  const reports: Report[] = [];
  const repeats = new Map<Report, string>();
  const histories = new Map<Report, Found>();
  let kitFailed = false;
  for (const request of requests) {
    const begun = performance.now();
    const progress = new Progress(request, process.stderr.isTTY && process.env["CI"] === undefined);
    const explored = await explore({ ...request, runs, timeMs }, (event) => progress.take(event));
    progress.end(explored);
    for (const cause of explored.kitFailures.slice(0, 1)) {
      kitFailed = true;
      process.stderr.write(`threeworlds itself failed in a scenario; please report this:\n${cause}\n`);
    }
    if (explored.found === null) continue;
    const report = reportFor(request, explored, explored.found, Math.round(performance.now() - begun));
    const file = await save(request, explored.found, report, options);
    const config = options.config === "threeworlds.yaml" ? "" : ` --config ${quote(options.config)}`;
    repeats.set(report, `npx threeworlds replay ${quote(file)}${config}`);
    histories.set(report, explored.found);
    reports.push(report);
  }
  const isAsked = options.report !== undefined || options.format !== undefined;
  if (reports.length > 0 || isAsked) {
    await writeReports(targets, {
      reports,
      historyOf: (report) => histories.get(report)?.played.history ?? undefined,
      repeat: (report) => repeats.get(report) ?? "",
      colour: process.stdout.isTTY && process.env["NO_COLOR"] === undefined,
    });
  }
  // Nothing was found: the folder goes, unless there is something in it from before.
  if (reports.length === 0) await rmdir(options.out).catch(() => undefined);
  if (kitFailed) return 2;
  return reports.length > 0 ? 1 : 0;
}

/** `--report` and the short form for stdout. */
export function reportsAsked({ report, format }: { report?: string[]; format?: string }): string[] {
  const asked = [...(format === undefined ? [] : [format]), ...(report ?? [])];
  return asked.length === 0 ? ["terminal"] : asked;
}

/** A report of the failing scenario alone; the summary counts what was played before it, too. */
function reportFor(request: CheckRequest, explored: Explored, found: Found, durationMs: number): Report {
  const result = resultOf(found.target, found.id, found.played);
  const total = explored.tallies.reduce((sum, { pairs, random }) => sum + pairs.played + random, 0);
  const conclusive = explored.tallies.reduce((sum, tally) => sum + tally.conclusive, 0);
  const report = reportOf(request, [result], durationMs);
  return {
    ...report,
    summary: { ...report.summary, pass: conclusive - 1, inconclusive: total - conclusive },
  };
}

/** Writes the scenario and its history; returns where the scenario is. */
async function save(
  request: CheckRequest,
  found: Found,
  report: Report,
  options: ExploreOptions,
): Promise<string> {
  const name = `${found.target.operation.name}-${request.seed}-${found.number}`;
  const file = join(options.out, `${name}.yaml`);
  const isByCommand = options.connector !== undefined;
  const yaml = writeScenario(
    {
      scenario: found.id,
      contract: relative(dirname(resolve(file)), resolve(request.contract.file)),
      ...(isByCommand ? { command: request.command } : { connector: request.name }),
      operation: found.target.operation.name,
      ...(request.operations.length === 0 ? {} : { performs: [...request.operations] }),
      seed: request.seed,
      rule: found.rule,
      steps: found.steps,
    },
    {
      found: `Found by \`threeworlds explore --seed ${request.seed}\` as number ${found.number}: ${found.played.violations[0]?.message ?? ""}`,
      replay: `npx threeworlds replay ${quote(file)}`,
    },
  );
  const history = join("histories", `${name}.json`);
  try {
    await mkdir(join(options.out, "histories"), { recursive: true });
    await writeFile(file, yaml);
    await writeFile(join(options.out, history), `${JSON.stringify(found.played.history, null, 1)}\n`);
  } catch (error) {
    throw new KitError(
      "file",
      `--out ${options.out}: ${expectedGot("a folder that can be written", messageOf(error))}.`,
      { cause: error },
    );
  }
  for (const result of report.results) result.history = history;
  return file;
}
