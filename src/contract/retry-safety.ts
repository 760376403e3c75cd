import type { DeclaredError, Lookup, Operation } from "./model.js";

/** What a contract makes of an ambiguous write, in one word. */
export type RetrySafety = "safe" | "safe-with-key" | "safe-after-lookup" | "hold-for-human";

/**
 * Sums up what a careful connector may do when it cannot know whether a write happened: repeat it as it is, repeat it
 * under the same idempotency key, repeat it once a lookup has proven its absence, or hold it for a person.
 */
export function retrySafety(operation: Operation): RetrySafety {
  if (operation.nature !== "creates") return "safe";
  if (keyCoversLostAnswer(operation)) return "safe-with-key";
  if (provableAbsence(operation) !== null) return "safe-after-lookup";
  return "hold-for-human";
}

/**
 * Whether the same key may be sent again after an answer that never came: not where that answer can have been a
 * declared failure that took effect and is not remembered, on a provider that would then act again.
 */
export function keyCoversLostAnswer(operation: Operation): boolean {
  return operation.idempotency !== null && errorThatVoidsKey(operation) === null;
}

/** The first declared error that keeps the key from covering a lost answer: it may have acted, and a repeat would act again. */
export function errorThatVoidsKey(operation: Operation): DeclaredError | null {
  if (operation.idempotency === null || isGuarded(operation)) return null;
  const voids = (error: DeclaredError): boolean =>
    error.effect !== "none" && !isRemembered(operation, error.status, error);
  return operation.errors.find(voids) ?? null;
}

/**
 * Whether the provider promises to remember an answer of this status under the idempotency key; rate limits never are. A
 * declared error that is answered like a success is told by what it says about the effect.
 */
export function isRemembered(operation: Operation, status: number, error: DeclaredError | null): boolean {
  if (status === 429) return false;
  const remembered = operation.idempotency?.remembers.promised ?? [];
  if (status >= 500) return remembered.includes("serverError");
  if (status >= 400) return remembered.includes("clientError");
  if (error === null) return remembered.includes("success");
  return remembered.includes(error.effect === "none" ? "clientError" : "serverError");
}

/** Whether a repeat under the key finds an effect whose answer was not remembered. */
export function isGuarded(operation: Operation): boolean {
  return operation.idempotency?.unremembered.promised === "guarded";
}

/** Whether a lookup can find an effect of which only the request is known. */
export function canFind(operation: Operation, lookup: Lookup): boolean {
  if (lookup.by === "id") return operation.effect.id.from !== null;
  if (lookup.by === "reference") return operation.request.reference !== null;
  return true;
}

/** The lookups that can find an effect of which only the request is known. */
export function findingLookups(operation: Operation): Lookup[] {
  return operation.lookups.filter((lookup) => canFind(operation, lookup));
}

/** The first lookup that can prove that an effect does not exist, and how long after the last send, ms; null when none can. */
export function provableAbsence(operation: Operation): { lookup: Lookup; afterMs: number } | null {
  for (const lookup of findingLookups(operation)) {
    const afterMs = provenAfterMs(operation, lookup);
    if (afterMs !== null) return { lookup, afterMs };
  }
  return null;
}

/** How long after the last send, in ms, "not found" by this lookup is proof; null when it never is. */
export function provenAfterMs(operation: Operation, lookup: Lookup): number | null {
  const lagMs = lookup.lag.atMostMs.promised;
  const settlesMs = operation.settlesWithinMs.promised;
  if (lagMs === null || settlesMs === null || lookup.complete.promised !== true) return null;
  return lagMs + settlesMs;
}
