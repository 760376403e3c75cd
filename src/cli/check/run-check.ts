import { KitError } from "../../core/errors.js";
import type { Report, Result } from "../../core/verdict.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import { check, planCheck, type CheckRequest } from "../../run/check.js";
import { HistoryStore } from "../../run/store.js";
import { quote } from "./option-values.js";
import { Progress } from "./progress.js";
import { readReportTargets, writeReports } from "./report-targets.js";
import { requestsFor, type RequestOptions } from "./requests.js";

/** What commander hands over for `check`. */
export interface CheckOptions extends RequestOptions {
  report?: string[];
  out?: string;
  allowInconclusive: boolean;
  dryRun: boolean;
}

/** Runs `check` and returns the exit code. */
export async function runCheck(names: readonly string[], options: CheckOptions): Promise<0 | 1 | 2> {
  const targets = await readReportTargets(options.report ?? ["terminal"]);
  const requests = await requestsFor("check", names, options);
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
