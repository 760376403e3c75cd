import { judgeReceiver } from "../../../checks/receiver/judge.js";
import { planReceiver, type PlannedReceiverCase } from "../../../checks/receiver/plan.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../../checks/receiver/scenario.js";
import { startSender } from "../../../mock-provider/webhooks/start.js";
import { loadCatalogue } from "../../catalogue.js";
import type { Contract } from "../../contract/model.js";
import { expectedGot, KitError, stackOf } from "../../core/errors.js";
import type { ReceiverHistory } from "../../core/history.js";
import type { Capability } from "../../core/protocol.js";
import type { Report, Result } from "../../core/verdict.js";
import type { Driver } from "../../drivers/driver.js";
import { summarise, type Checked } from "../check.js";
import { IdleSessions } from "../idle-sessions.js";
import { inParallel } from "../jobs.js";
import { makeScratchDirectory } from "../scratch.js";
import { scenarioFilter } from "../select.js";
import { auditWaivers, waive, type WaiverTerms } from "../waivers.js";
import { playReceiver } from "./play-receiver.js";
import { ReceiverStage } from "./receiver-stage.js";
import type { ReceiverTarget } from "./target.js";

/** Which receiver is checked, and how. */
export interface ReceiverCheckRequest {
  direction: "receives";
  contract: Contract;
  command: string;
  /** How the receiver is named in reports. */
  name: string;
  driver: Driver;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  /** Names or globs; empty: all. */
  scenarios: readonly string[];
  patienceMs: number;
  seed: number;
  jobs: number;
  /** What is tolerated for a while, and the day that counts; default: nothing. */
  tolerated?: Omit<WaiverTerms, "rules">;
}

/** What a check of a receiver tells while it runs. */
export type ReceiverCheckEvent =
  | { event: "planned"; total: number }
  | { event: "finished"; result: Result; history: ReceiverHistory | null };

/** What would be played, and everything that would be if the request did not narrow it. */
export async function planReceiverCheck(
  request: ReceiverCheckRequest,
): Promise<{ target: ReceiverTarget; cases: PlannedReceiverCase[]; all: PlannedReceiverCase[] }> {
  const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];
  const bare = targetFor(request, []);
  const target = targetFor(request, await askCapabilities(bare));
  await using sender = startSender(request.contract, { seed: request.seed });
  // What a variant needs of an event is seen from one.
  sender.make({ name: "sample" });
  const all = planReceiver(
    {
      contract: target.contract,
      webhooks: target.webhooks,
      capabilities: target.capabilities,
      lacks: (as) => sender.lacks(as, "sample"),
    },
    scenarios,
  );
  const wanted = scenarioFilter(
    request.scenarios,
    all.map(({ scenario }) => scenario),
  );
  return { target, cases: all.filter(({ scenario }) => wanted(scenario)), all };
}

/** Plays every scenario that applies, judges each, and reports. */
export async function checkReceiver(
  request: ReceiverCheckRequest,
  listen: (event: ReceiverCheckEvent) => void | Promise<void> = () => undefined,
): Promise<Checked> {
  const started = performance.now();
  const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];
  const { target, cases, all } = await planReceiverCheck(request);
  const { waivers, today } = request.tolerated ?? { waivers: [], today: "" };
  const terms: WaiverTerms = { waivers, today, rules: rules.map(({ id }) => id) };
  await listen({ event: "planned", total: cases.length });
  const idle = new IdleSessions();
  let kitFailed = false;
  const playOne = async (planned: PlannedReceiverCase): Promise<Result> => {
    const begun = performance.now();
    const { isKitsOwn, history, ...found } = await playAndJudge(target, planned, rules, idle);
    kitFailed ||= isKitsOwn;
    const counted = {
      operation: "webhooks",
      scenario: planned.scenario,
      ...found,
      durationMs: Math.round(performance.now() - begun),
      history: null,
    };
    const result = isKitsOwn ? counted : waive(counted, terms);
    await listen({ event: "finished", result, history });
    return result;
  };
  const results = await inParallel(cases, request.jobs, playOne).finally(() => idle.close());
  return { kitFailed, report: reportOf(request, started, results, terms, all) };
}

type Found = Pick<Result, "verdict" | "reason" | "violations"> & {
  history: ReceiverHistory | null;
  isKitsOwn: boolean;
};

async function playAndJudge(
  target: ReceiverTarget,
  planned: PlannedReceiverCase,
  rules: readonly ReceiverRule[],
  idle: IdleSessions,
): Promise<Found> {
  const unjudged = { violations: [], history: null, isKitsOwn: false };
  if ("notApplicable" in planned) {
    return { ...unjudged, verdict: "not-applicable", reason: planned.notApplicable };
  }
  try {
    const history = await playReceiver(target, { id: planned.scenario, steps: planned.steps }, idle);
    return { history, isKitsOwn: false, ...judgeReceiver(history, target.contract, rules) };
  } catch (error) {
    // The user's to mend, a full disk for example: every other scenario would say the same.
    if (error instanceof KitError) throw error;
    const reason = `threeworlds itself failed: ${stackOf(error)}`;
    return { ...unjudged, verdict: "inconclusive", reason, isKitsOwn: true };
  }
}

function reportOf(
  request: ReceiverCheckRequest,
  started: number,
  results: Result[],
  terms: WaiverTerms,
  all: readonly PlannedReceiverCase[],
): Report {
  const cases = all.map((planned) => ({ operation: "webhooks", ...planned }));
  return {
    version: 1,
    provider: request.contract.provider.name,
    contract: request.contract.file,
    connector: request.name,
    seed: request.seed,
    durationMs: Math.round(performance.now() - started),
    results,
    waivers: auditWaivers(terms, results, cases),
    summary: summarise(results),
  };
}

function targetFor(request: ReceiverCheckRequest, capabilities: Capability[]): ReceiverTarget {
  const { contract, driver, command, workingDirectory, environment, patienceMs, seed } = request;
  const { webhooks } = contract;
  if (webhooks === undefined) {
    throw new KitError(
      "contract",
      `${contract.file}: ${expectedGot("`webhooks`, for a receiver takes them", "a contract without")}.`,
    );
  }
  return {
    contract,
    webhooks,
    driver,
    command,
    workingDirectory,
    environment,
    capabilities,
    patienceMs,
    seed,
  };
}

/** Starts the receiver once to learn what it can do; one that cannot be started is reported here, once. */
async function askCapabilities(target: ReceiverTarget): Promise<Capability[]> {
  const directory = makeScratchDirectory();
  const sender = startSender(target.contract, { seed: target.seed });
  const idle = new IdleSessions();
  const stage = new ReceiverStage(target, sender, directory.path, idle);
  try {
    return (await stage.start()).capabilities;
  } finally {
    await stage.close();
    await idle.close();
    await sender.close();
    directory.remove();
  }
}
