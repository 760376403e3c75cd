import type { Operation } from "../src/contract/model.js";
import { findingLookups, keyCoversLostAnswer, provableAbsence } from "../src/contract/retry-safety.js";
import type { Capability } from "../src/core/protocol.js";
import type { Step, Variant } from "../src/core/scenario.js";
import {
  advance,
  dieWhileSending,
  loseAnswer,
  minuteMs,
  perform,
  reconcile,
  restart,
  settle,
} from "./steps.js";

/** Whether a careful connector will send anything more after an answer was lost: a repeat or a lookup. */
export function hasMeans(operation: Operation): boolean {
  return (
    operation.nature !== "creates" ||
    keyCoversLostAnswer(operation) ||
    findingLookups(operation).length > 0 ||
    operation.idempotency?.replay.gives === "refusalNamingOriginal"
  );
}

/** Whether an operation that never happened can be brought to an end: repeated, or its absence proven. */
export function canEndAbsence(operation: Operation): boolean {
  return (
    operation.nature !== "creates" || keyCoversLostAnswer(operation) || provableAbsence(operation) !== null
  );
}

/** Whether the provider keeps a second effect with the same name from existing. */
export function isUnique(operation: Operation): boolean {
  return (
    operation.idempotency?.is === "natural" ||
    findingLookups(operation).some((lookup) => lookup.by === "id" || lookup.items === null)
  );
}

/** How long a key is remembered, ms, when a day will come on which it is not; null when there is none or it stays for ever. */
export function keyLifetimeMs(operation: Operation): number | null {
  const { idempotency } = operation;
  if (idempotency === null || idempotency.is === "natural") return null;
  return idempotency.retention.forMs;
}

/** Steps after which only a lookup can tell what became of the write. */
export interface ForcedLookup {
  steps(world: "committed" | "never"): Step[];
  /** Whether the effect may still be too young for the lookup when it is needed. */
  lags: boolean;
  needs: Capability[];
}

/** How to bring a connector to the point where it must look up; or, in words, why the contract never asks for a lookup. */
export function forceLookup(operation: Operation): ForcedLookup | { notApplicable: string } {
  if (operation.nature !== "creates") {
    return { notApplicable: "repeating this write is harmless, so no lookup is ever required" };
  }
  if (findingLookups(operation).length === 0) {
    return {
      notApplicable: "the contract offers no lookup that finds an effect by what is known of the request",
    };
  }
  const { idempotency } = operation;
  const lost: ForcedLookup = {
    steps: (world) => [loseAnswer(world), perform()],
    lags: true,
    needs: [],
  };
  if (idempotency === null || !keyCoversLostAnswer(operation)) return lost;
  if (idempotency.replay.gives === "refusal") return lost;
  if (idempotency.is === "natural" || idempotency.replay.gives === "refusalNamingOriginal") {
    return { notApplicable: "a repeat under the key names the first effect, so no lookup is required" };
  }
  const lifetimeMs = keyLifetimeMs(operation);
  if (lifetimeMs === null) {
    return { notApplicable: "the key is remembered for ever, so the same key may always be sent again" };
  }
  return {
    steps: (world) => outliveKey(lifetimeMs, world),
    lags: false,
    needs: ["clock"],
  };
}

/** A variant that begins with the key's retention just over, while the write is still ambiguous and the connector has seen so. */
export function afterKeyIsForgotten(operation: Operation, name: string, then: readonly Step[]): Variant {
  if (operation.idempotency === null) return { name, notApplicable: "the operation has no idempotency key" };
  const lifetimeMs = keyLifetimeMs(operation);
  if (lifetimeMs === null) return { name, notApplicable: "the key is remembered for ever" };
  return {
    name,
    steps: [...outliveKey(lifetimeMs, "committed"), reconcile, ...then, settle],
    needs: ["clock"],
  };
}

/** Steps that end with the key's retention being just over, while the write is still ambiguous. */
export function outliveKey(lifetimeMs: number, world: "committed" | "never"): Step[] {
  return [...dieWhileSending(world), advance(lifetimeMs + minuteMs), restart];
}
