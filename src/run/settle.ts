import { setTimeout as realTime } from "node:timers/promises";
import type { Clock } from "../../mock-provider/clock.js";
import type { Stage } from "./stage.js";
import type { Target } from "./target.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How far the clock moves before each pass: soon, then longer, less than the shortest usual retention of a day in all. */
const advances = [0, second, 10 * second, minute, 5 * minute, 30 * minute, hour, 3 * hour, 12 * hour];

/** How long the runner waits in real time before each pass of a connector without a clock, ms; more than the scaled lags. */
const waits = [0, 50, 150, 300, 600, 1200];

/** A connector without `reconcile` is asked to perform the same business key again, as a job runner would. */
const mostPerforms = 3;

/**
 * Faults are over: passes until nothing is unresolved, or until there are no more passes. Between them the clock moves,
 * or real time passes.
 */
export async function settle(target: Target, clock: Clock, stage: Stage): Promise<void> {
  const hasClock = target.capabilities.includes("clock");
  for (const wait of hasClock ? advances : waits) {
    if (stage.unresolved().length === 0) return;
    if (hasClock) clock.advance(wait);
    else await realTime(wait);
    await pass(target, stage);
  }
  if (!hasClock || stage.unresolved().length === 0) return;
  const provable = (target.timing.settlesWithinMs ?? 0) + (target.timing.lookupLagMs ?? 0);
  if (provable < advances.reduce((sum, advance) => sum + advance)) return;
  clock.advance(provable + second);
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
    if (stage.performsOf(perform.businessKey) > mostPerforms) continue;
    await stage.perform(perform, { account: perform.account ?? "first", twin: 0 });
  }
}
