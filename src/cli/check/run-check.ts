import { availableParallelism } from "node:os";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import { durationPattern, parseDuration } from "../../core/duration.js";
import { expectedGot, KitError, messageOf } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import type { Report, Result } from "../../core/verdict.js";
import type { Driver } from "../../drivers/driver.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import type { ReportFormat, Run } from "../../reports/report.js";
import { check, planCheck, type CheckRequest } from "../../run/check.js";
import { refuseBadPayloads } from "../../run/config-payloads.js";
import { readConfig } from "../../run/config.js";
import { HistoryStore } from "../../run/store.js";
import { Progress } from "./progress.js";

/** What commander hands over for `check`. */
export interface CheckOptions {
  connector?: string;
  config: string;
  operation?: string[];
  performs?: string[];
  scenario?: string[];
  driver: string;
  report?: string[];
  out?: string;
  seed: string;
  jobs?: string;
  patience?: string;
  allowInconclusive: boolean;
  dryRun: boolean;
}

const defaultPatienceMs = 10_000;

/** Runs `check` and returns the exit code. */
export async function runCheck(names: readonly string[], options: CheckOptions): Promise<0 | 1 | 2> {
  const targets = await readReportTargets(options.report ?? ["terminal"]);
  const requests = await requestsFor(names, options);
  if (options.dryRun) {
    if (options.report !== undefined) {
      throw new KitError(
        "usage",
        "--dry-run: expected no --report beside it, got one. A plan has no results to report.",
      );
    }
    for (const request of requests) await printPlan(request);
    return 0;
  }
  cleanUpOnSignals();
  const store = new HistoryStore(options.out ?? null);
  const reports: Report[] = [];
  let kitFailed = false;
  for (const request of requests) {
    const progress = new Progress(request.name, process.stderr.isTTY && process.env["CI"] === undefined);
    const checked = await check(request, async (event) => {
      if (event.event === "finished")
        await store.take(event.result, event.history, requests.length > 1 ? request.name : "");
      progress.take(event);
    });
    progress.end();
    reports.push(checked.report);
    kitFailed ||= checked.kitFailed;
  }
  await writeReports(targets, {
    reports,
    historyOf: (_report, result) => store.of(result),
    repeat: (report, result) => repeatCommand(report, result, options),
    colour: process.stdout.isTTY && process.env["NO_COLOR"] === undefined,
  });
  if (kitFailed) return 2;
  const bad = reports.some(
    ({ summary, waivers }) =>
      summary.fail > 0 ||
      (summary.inconclusive > 0 && !options.allowInconclusive) ||
      waivers.some(({ problem }) => problem !== null),
  );
  return bad ? 1 : 0;
}

async function requestsFor(names: readonly string[], options: CheckOptions): Promise<CheckRequest[]> {
  const drivers = await loadCatalogue<Driver>("drivers");
  const driverOf = (id: string): Driver => {
    const driver = drivers.get(id);
    if (driver !== undefined) return driver;
    throw new KitError(
      "usage",
      `--driver: ${expectedGot("a known driver", `'${id}'`)}.${suggest(id, [...drivers.keys()])}`,
    );
  };
  const common = {
    seed: wholeNumber("--seed", options.seed),
    jobs: options.jobs === undefined ? availableParallelism() : wholeNumber("--jobs", options.jobs, 1),
  };
  const patienceMs = options.patience === undefined ? null : durationOf("--patience", options.patience);
  if (options.connector !== undefined) {
    const [contract] = names;
    if (contract === undefined || names.length > 1) {
      throw new KitError(
        "usage",
        `${expectedGot("one contract beside --connector", names.length === 0 ? "none" : names.join(", "))}. Write: threeworlds check CONTRACT --connector CMD`,
      );
    }
    return [
      {
        ...common,
        contract: await readContract(contract),
        command: options.connector,
        name: options.connector,
        driver: driverOf(options.driver),
        workingDirectory: process.cwd(),
        environment: {},
        operations: options.performs ?? [],
        only: options.operation ?? [],
        scenarios: options.scenario ?? [],
        payloads: {},
        timing: {},
        patienceMs: patienceMs ?? defaultPatienceMs,
      },
    ];
  }
  const configured = await readConfig(options.config, names);
  const today = new Date().toISOString().slice(0, 10);
  return Promise.all(
    configured.map(async (one): Promise<CheckRequest> => {
      const contract = await readContract(relative(process.cwd(), one.contract));
      refuseBadPayloads(one, contract);
      return {
        ...common,
        contract,
        command: one.command,
        name: one.name,
        driver: driverOf(one.driver),
        workingDirectory: one.directory,
        environment: one.environment,
        operations: options.performs ?? one.operations,
        only: options.operation ?? [],
        scenarios: options.scenario ?? one.scenarios,
        payloads: one.payloads,
        timing: one.timing,
        tolerated: { waivers: one.waivers, today },
        patienceMs: patienceMs ?? one.patienceMs ?? defaultPatienceMs,
      };
    }),
  );
}

interface ReportTarget {
  format: ReportFormat;
  file: string | null;
}

async function readReportTargets(asked: readonly string[]): Promise<ReportTarget[]> {
  const formats = await loadCatalogue<ReportFormat>("reports");
  return asked.map((text) => {
    const [id = "", ...rest] = text.split("=");
    const format = formats.get(id);
    if (format === undefined) {
      throw new KitError(
        "usage",
        `--report: ${expectedGot("a known report", `'${id}'`)}.${suggest(id, [...formats.keys()])}`,
      );
    }
    return { format, file: rest.length === 0 ? null : rest.join("=") };
  });
}

async function writeReports(targets: readonly ReportTarget[], run: Run): Promise<void> {
  for (const { format, file } of targets) {
    if (file === null) {
      process.stdout.write(format.render(run));
      continue;
    }
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, format.render({ ...run, colour: false }));
    } catch (error) {
      const cause = messageOf(error);
      throw new KitError(
        "file",
        `--report ${format.id}=${file}: ${expectedGot("a file that can be written", cause)}.`,
        {
          cause: error,
        },
      );
    }
  }
}

async function printPlan(request: CheckRequest): Promise<void> {
  const jobs = await planCheck(request);
  process.stdout.write(`${request.name}: ${jobs.length} cases\n`);
  for (const { target, planned } of jobs) {
    const missing =
      "notApplicable" in planned
        ? `not applicable: ${planned.notApplicable}`
        : planned.needs
            .filter((capability) => !target.capabilities.includes(capability))
            .map((capability) => `inconclusive: needs ${capability}`)
            .join(", ");
    process.stdout.write(
      `  ${target.operation.name}  ${planned.scenario}${missing === "" ? "" : `  (${missing})`}\n`,
    );
  }
}

function repeatCommand(report: Report, result: Result, options: CheckOptions): string {
  const which =
    options.connector === undefined
      ? [
          report.connector,
          ...(options.config === "threeworlds.yaml" ? [] : ["--config", quote(options.config)]),
        ]
      : [quote(report.contract), "--connector", quote(options.connector)];
  const performs = (options.performs ?? []).flatMap((name) => ["--performs", name]);
  const seed = report.seed === 1 ? [] : ["--seed", String(report.seed)];
  return [
    "npx threeworlds check",
    ...which,
    ...performs,
    "--operation",
    result.operation,
    "--scenario",
    result.scenario,
    ...seed,
  ].join(" ");
}

function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function wholeNumber(option: string, text: string, least = 0): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new KitError(
    "usage",
    `${option}: ${expectedGot(`a whole number of at least ${least}`, `'${text}'`)}.`,
  );
}

function durationOf(option: string, text: string): number {
  if (new RegExp(durationPattern).test(text)) return parseDuration(text);
  throw new KitError(
    "usage",
    `${option}: ${expectedGot("a duration such as 500ms, 10s or 2m", `'${text}'`)}.`,
  );
}
