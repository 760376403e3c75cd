import type { Operation } from "../../src/contract/model.js";
import { contains } from "../../src/core/contains.js";
import type { Effect } from "../../src/core/history.js";
import type { Json } from "../../src/core/json.js";
import { getAt, setAt } from "../../src/core/pointer.js";

/** What one perform asked for. */
export interface Wanted {
  businessKey: string;
  payload: Json;
  parameters: Record<string, string>;
}

/** Whether a later perform of the same business key asks for something else: another body, or another target. */
export function isOther(ask: Pick<Wanted, "payload" | "parameters">, wanted: Wanted): boolean {
  const asText = ({ payload, parameters }: Pick<Wanted, "payload" | "parameters">): string =>
    JSON.stringify([payload, parameters]);
  return asText(ask) !== asText(wanted);
}

/** Whether a text names this business key and not a longer one that merely contains it. */
export function namesKey(text: string, businessKey: string): boolean {
  for (let at = text.indexOf(businessKey); at >= 0; at = text.indexOf(businessKey, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + businessKey.length);
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

/**
 * Whether what was asked for is in this content; the reference aside, which the connector may word in its own way, and the
 * idempotency key and the text of a GraphQL query, which are the connector's own affair.
 */
export function hasContent(operation: Operation, there: Json, payload: Json): boolean {
  const { idempotency, request } = operation;
  const own = [
    request.reference,
    idempotency?.is === "key" && idempotency.key.in === "body" ? idempotency.key.name : null,
    request.match.graphqlField === null ? null : "/query",
  ];
  const asked = own.reduce<Json>(
    (rest, pointer) =>
      pointer === null || getAt(rest, pointer) === undefined ? rest : setAt(rest, pointer, {}),
    payload,
  );
  return contains(there, asked);
}

/** Whether an effect, or a request, has the target that was asked for: every parameter that both name is equal, the key aside. */
export function hasTarget(
  { idempotency }: Operation,
  effect: Pick<Effect, "parameters">,
  parameters: Record<string, string>,
): boolean {
  const key = idempotency?.is === "key" && idempotency.key.in !== "body" ? idempotency.key.name : null;
  return Object.entries(effect.parameters).every(
    ([name, value]) => name === key || parameters[name] === undefined || parameters[name] === value,
  );
}

/** Whether a careful reader would take the effect for the one that was asked for: content, target and reference. */
export function looksLike(operation: Operation, effect: Effect, wanted: Wanted): boolean {
  return (
    hasContent(operation, effect.content, wanted.payload) &&
    hasTarget(operation, effect, wanted.parameters) &&
    hasReference(operation, effect, wanted.businessKey)
  );
}

/** Whether the effect carries the reference of this business key; true where references do not exist. */
export function hasReference(operation: Operation, effect: Effect, businessKey: string): boolean {
  if (operation.request.reference === null) return true;
  return effect.reference !== null && namesKey(effect.reference, businessKey);
}

/** Every text, number and truth value inside a JSON value, as text. */
export function scalarsIn(value: Json, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) scalarsIn(item, into);
  else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) scalarsIn(item, into);
  } else if (value !== null) into.add(String(value));
  return into;
}
