import { isObject, type Json } from "../../core/json.js";
import type { Difference } from "./change.js";
import { isSame } from "./is-same.js";
import { fitsPlace } from "./place.js";

/** Values that are compared as a whole: one change, however much of them is another. */
const wholes: readonly string[] = [
  "provider.headers",
  "provider.refusals.*",
  "credentials.account",
  "operations.*.request.match",
  "operations.*.request.query",
  "operations.*.request.headers",
  "operations.*.request.schema",
  "operations.*.request.example",
  "operations.*.idempotency.scope",
  "operations.*.idempotency.retention",
  "operations.*.idempotency.remembers",
  "operations.*.idempotency.unremembered",
  "operations.*.idempotency.mismatch",
  "operations.*.idempotency.inFlight",
  "operations.*.idempotency.replay.headers",
  "operations.*.idempotency.replay.body",
  "operations.*.idempotency.replay.original",
  "operations.*.answer.headers",
  "operations.*.answer.receipt",
  "operations.*.answer.success",
  "operations.*.answer.body",
  "operations.*.answer.ticket",
  "operations.*.answer.outcome.request",
  "operations.*.answer.outcome.body",
  "operations.*.effect.id",
  "operations.*.effect.representation",
  "operations.*.lookup.*.request",
  "operations.*.lookup.*.absent",
  "operations.*.lookup.*.answer",
  "operations.*.lookup.*.lag.atMost",
  "operations.*.lookup.*.complete",
  "operations.*.lookup.*.incomplete",
  "operations.*.settlesWithin",
  "operations.*.errors.*.headers",
  "operations.*.errors.*.body",
  "operations.*.errors.*.when",
  "operations.*.errorOrder",
  "webhooks.kind",
  "webhooks.identity",
  "webhooks.order",
  "webhooks.events.*.schema",
  "webhooks.events.*.example",
];

/** Every difference between two trees, in their order, older keys first. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): Difference[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) || !isObject(after) || isWhole(path) || isAnotherAnswer(path, before, after)) {
    return [{ path, before, after }];
  }
  const keys = [...Object.keys(before), ...Object.keys(after).filter((key) => !Object.hasOwn(before, key))];
  return keys.flatMap((key) => differences(own(before, key), own(after, key), [...path, key]));
}

function isWhole(path: readonly string[]): boolean {
  return wholes.some((place) => fitsPlace(path, place));
}

/** A receipt that becomes an acknowledgement, or the other way round, changes everything in the answer at once. */
function isAnotherAnswer(path: readonly string[], before: Json, after: Json): boolean {
  return (
    fitsPlace(path, "operations.*.answer") &&
    isObject(before) &&
    isObject(after) &&
    before["is"] !== after["is"]
  );
}

function own(value: Record<string, Json>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
