import { KitError } from "../../core/errors.js";
import type { Report, Result } from "../../core/verdict.js";
import { straysSeen } from "../../drivers/process/strays.js";
import { printable } from "../../core/printable.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import { check, planCheck, type CheckRequest } from "../../run/check.js";
import {
  checkReceiver,
  planReceiverCheck,
  type ReceiverCheckRequest,
} from "../../run/receive/check-receiver.js";
import type { Checked } from "../../run/run-cases.js";
import { HistoryStore } from "../../run/store.js";
import { quote } from "./option-values.js";
import { Progress } from "./progress.js";
import { readReportTargets, writeReports } from "./report-targets.js";
import { checkRequestsFor, type CheckRequestOptions } from "./check-requests.js";

/** What commander hands over for `check`. */
export interface CheckOptions extends CheckRequestOptions {
  report?: string[];
  out?: string;
  allowInconclusive: boolean;
  dryRun: boolean;
}

/** Runs `check` and returns the exit code. */
export async function runCheck(names: readonly string[], options: CheckOptions): Promise<0 | 1 | 2> {
  const targets = await readReportTargets(options.report ?? ["terminal"]);
  const requests = await checkRequestsFor(names, options);
  cleanUpOnSignals();
  if (options.dryRun) {
    if (options.report !== undefined) {
      throw new KitError(
        "usage",
        "--dry-run: expected no --report beside it, got one. A plan has no results to report.",
      );
    }
    for (const request of requests) {
      await ("direction" in request ? printReceiverPlan(request) : printPlan(request));
    }
    return 0;
  }
  const store = new HistoryStore(options.out ?? null);
  await store.prepare();
  const reports: Report[] = [];
  let kitFailed = false;
  for (const request of requests) {
    const progress = new Progress(request.name, process.stderr.isTTY && process.env["CI"] === undefined);
    const listen = async (event: Parameters<Progress["take"]>[0]): Promise<void> => {
      if (event.event === "finished")
        await store.take(event.result, event.history, requests.length > 1 ? request.name : "");
      progress.take(event);
    };
    const checked: Checked =
      "direction" in request ? await checkReceiver(request, listen) : await check(request, listen);
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
  sayStrays();
  if (kitFailed) return 2;
  const bad = reports.some(
    ({ summary, waivers }) =>
      summary.fail > 0 ||
      (summary.inconclusive > 0 && !options.allowInconclusive) ||
      waivers.some(({ problem }) => problem !== null),
  );
  return bad ? 1 : 0;
}

/** A connector that starts daemons works outside what a scenario can see, and its crashes are none. */
function sayStrays(): void {
  const strays = straysSeen();
  const [first] = strays;
  if (first === undefined) return;
  const many = strays.length === 1 ? "a process" : `${strays.length} processes`;
  const end = strays.length === 1 ? "It was killed" : "They were killed";
  process.stderr.write(
    `Connectors left ${many} running outside their process group (first: ${printable(first.command)}). ${end}. Let the adapter start nothing that detaches itself: what that does after a crash would count for the connector.\n`,
  );
}

async function printPlan(request: CheckRequest): Promise<void> {
  const jobs = await planCheck(request);
  process.stdout.write(`${printable(request.name)}: ${jobs.length} cases\n`);
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

async function printReceiverPlan(request: ReceiverCheckRequest): Promise<void> {
  const { cases } = await planReceiverCheck(request);
  process.stdout.write(`${printable(request.name)}: ${cases.length} cases\n`);
  for (const planned of cases) {
    const why = "notApplicable" in planned ? `  (not applicable: ${planned.notApplicable})` : "";
    process.stdout.write(`  webhooks  ${planned.scenario}${why}\n`);
  }
}

function repeatCommand(report: Report, result: Result, options: CheckOptions): string {
  const { connector, receiver, config } = options;
  const given =
    connector === undefined
      ? receiver === undefined
        ? null
        : ["--receiver", quote(receiver)]
      : ["--connector", quote(connector)];
  const which =
    given === null
      ? [quote(report.connector), ...(config === "threeworlds.yaml" ? [] : ["--config", quote(config)])]
      : [quote(report.contract), ...given];
  const performs = (options.performs ?? []).flatMap((name) => ["--performs", quote(name)]);
  const seed = report.seed === 1 ? [] : ["--seed", String(report.seed)];
  return [
    "npx threeworlds check",
    ...which,
    ...performs,
    ...(result.operation === "webhooks" ? [] : ["--operation", quote(result.operation)]),
    "--scenario",
    quote(result.scenario),
    ...seed,
  ].join(" ");
}
