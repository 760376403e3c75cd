import type { Phase } from "../src/core/phase.js";
import type { JsonObject } from "../src/core/json.js";
import type { Perform, RequestMatch, Step } from "../src/core/scenario.js";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The business key under test. */
export const order = "order-1";
/** Another one, for operations that must not be taken for the first. */
export const otherOrder = "order-2";

/** The first request that comes as far as the fault's phase, however many were turned away before. */
export const firstToReach: RequestMatch = { nth: "every" };

/** Ask the connector to perform; by default the operation under test for the first business key. */
export function perform(rest: Partial<Perform> = {}): Step {
  return { step: "perform", businessKey: order, ...rest };
}

/** Arm a fault; by default for the first request that reaches the phase. */
export function fault(
  id: string,
  at: Phase,
  rest: { on?: RequestMatch; options?: JsonObject; times?: number | "untilSettle" } = {},
): Step {
  return { step: "fault", fault: id, at, on: firstToReach, ...rest };
}

/** Kill the connector when its request reaches the phase. */
export function crash(at: Phase, on: RequestMatch = firstToReach): Step {
  return { step: "crash", at, on };
}

export const settle: Step = { step: "settle" };
export const restart: Step = { step: "restart" };
export const kill: Step = { step: "kill" };
export const reconcile: Step = { step: "reconcile" };

/** Move the provider's clock, ms. */
export function advance(byMs: number): Step {
  return { step: "advance", byMs };
}

/** Leave the connector alone for some real time, ms. */
export function idle(forMs: number): Step {
  return { step: "idle", forMs };
}

/** The answer to the write is lost: `committed`, although it took effect; `never`, because it was not processed. */
export function loseAnswer(world: "committed" | "never"): Step {
  return fault("close-connection", world === "committed" ? "committed" : "received");
}

/** The connector dies while its write is under way, which took effect (`committed`) or is never processed (`never`). */
export function dieWhileSending(world: "committed" | "never"): Step[] {
  if (world === "committed") return [crash("committed"), perform()];
  return [fault("close-connection", "admitted"), crash("received"), perform()];
}
