import { setTimeout as realTime } from "node:timers/promises";
import { waitIn } from "../../checks/knowledge/waits.js";
import type { Provider } from "../../mock-provider/provider.js";
import { only } from "../core/history.js";
import type { Stage } from "./stage.js";
import type { Target } from "./target.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How far the clock moves before each pass: soon, then longer, less than the shortest usual retention of a day in all. */
const advances = [0, second, 10 * second, minute, 5 * minute, 30 * minute, hour, 3 * hour, 12 * hour];

/** How long the runner waits in real time before each pass of a connector without a clock, ms; more than the scaled lags. */
const waits = [0, 50, 150, 300, 600, 1200];

/**
 * A connector without `reconcile` is asked to perform the same business key again, as a job runner would: at most this
 * often, ms apart.
 */
const performsAgain = [0, 300, 1200];

/** A job runner keeps to a wait that the provider declared, as far as a check has the time; ms. */
const longestWaitMs = 3000;
const punctualityMs = 60;

/**
 * Faults are over: passes until nothing is unresolved, or until there are no more passes. Between them the clock moves,
 * or real time passes.
 */
export async function settle(target: Target, provider: Provider, stage: Stage): Promise<void> {
  const hasClock = target.capabilities.includes("clock");
  const reconciles = target.capabilities.includes("reconcile");
  for (const wait of hasClock ? advances : reconciles ? waits : performsAgain) {
    if (stage.unresolved().length === 0) return;
    if (hasClock) provider.clock.advance(wait);
    else await realTime(wait);
    if (!reconciles) await realTime(declaredWaitMs(target, provider));
    await pass(target, stage);
  }
  if (!hasClock || stage.unresolved().length === 0) return;
  const provable = (target.timing.settlesWithinMs ?? 0) + (target.timing.lookupLagMs ?? 0);
  if (provable < advances.reduce((sum, advance) => sum + advance)) return;
  provider.clock.advance(provable + second);
  await pass(target, stage);
}

/** One pass over what is unresolved: `reconcile`, or for a connector without it the same performs again. */
export async function pass(target: Target, stage: Stage): Promise<void> {
  const unresolved = stage.unresolved();
  if (target.capabilities.includes("reconcile")) {
    for (const account of new Set(unresolved.map((perform) => perform.account ?? "first"))) {
      await stage.reconcile(account);
    }
    return;
  }
  for (const perform of unresolved) {
    if (stage.performsOf(perform.businessKey) > performsAgain.length) continue;
    await stage.perform(perform, { account: perform.account ?? "first", twin: 0 });
  }
}

/** How long the last declared error still asks to wait, ms. */
function declaredWaitMs(target: Target, { journal, clock }: Provider): number {
  const answer = only(journal.entries(), "request-answered").findLast(({ by }) => by === "declared-error");
  if (answer === undefined) return 0;
  const error = target.operation.errors.find(({ name }) => name === answer.name);
  const wait = waitIn(error?.after ?? [], answer);
  if (wait === null) return 0;
  const until = "at" in wait ? wait.at : answer.at + wait.ms;
  return Math.min(longestWaitMs, Math.max(0, until - clock.now() + punctualityMs));
}
