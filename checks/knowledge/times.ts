import type { Lookup, Operation } from "../../src/contract/model.js";
import type { History } from "../../src/core/history.js";
import type { Intent, Send } from "./intent.js";

/** How long after the last send, ms, absence in this lookup is proof; null when it never is. */
export function provenAfter(operation: Operation, lookup: Lookup, history: History): number | null {
  const lagMs = scaled(lookup.lag.atMostMs.promised, history.timing.lookupLagMs, history);
  const settlesMs = scaled(operation.settlesWithinMs.promised, history.timing.settlesWithinMs, history);
  if (lagMs === null || settlesMs === null || lookup.complete.promised !== true) return null;
  return lagMs + settlesMs;
}

/** A connector without a clock was given scaled-down times instead of the contract's. */
function scaled(promisedMs: number | null, givenMs: number | null, history: History): number | null {
  if (promisedMs === null || history.capabilities.includes("clock")) return promisedMs;
  return givenMs === null ? promisedMs : Math.min(promisedMs, givenMs);
}

/** A connector measures from its own clock, not from ours: what is this much too early counts as in time, ms. */
export function slackFor(requiredMs: number): number {
  return Math.min(1000, 0.2 * requiredMs);
}

/** How long the key of a send has been known to the provider when the clock shows `at`, ms. */
export function keyAge(intent: Intent, key: string, at: number): number {
  const uses = intent.sends.filter((send) => send.key === key && send.at <= at && !wasTurnedAway(send));
  const counted = countedFrom(intent.operation, uses);
  return counted === undefined ? 0 : at - counted;
}

/** "Come again later": nothing happened, and nothing was begun under the key. */
function wasTurnedAway({ reading }: Send): boolean {
  return reading.is === "refused" && reading.error?.effect === "none" && reading.error.next !== "stop";
}

function countedFrom(operation: Operation, uses: readonly Send[]): number | undefined {
  const from = operation.idempotency?.retention.from;
  if (from === "lastRequest") return uses.at(-1)?.at;
  if (from === "completion") return uses.find((send) => send.answer !== null)?.answer?.at ?? uses[0]?.at;
  return uses[0]?.at;
}
