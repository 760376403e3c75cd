import type { Webhooks } from "../../src/contract/webhooks-model.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { getAt, setAt } from "../../src/core/pointer.js";
import type { EventRecord } from "./event-book.js";
import { firstOf, scalarsIn, schemaAt, stillFits } from "./other-values.js";

/** Fields that a receiver acts on: what `varies` names first, never what tells events apart. */
export function fieldsOf(event: EventRecord, webhooks: Webhooks): string[] {
  const { identity, kind, order, source, signature } = webhooks;
  const taken = new Set([
    identity?.in === "body" ? identity.at : null,
    kind?.in === "body" ? kind.at : null,
    signature?.timestamp?.in === "body" ? signature.timestamp.at : null,
    order?.per,
    order?.age,
    source.named,
  ]);
  const varies = event.shape.varies === null ? [] : [event.shape.varies];
  return [...varies, ...scalarsIn(event.content)].filter((pointer) => pointer !== "" && !taken.has(pointer));
}

/** The field that a schema says is a whole number. */
export function integerField(event: EventRecord, webhooks: Webhooks): string | null {
  const pointers = fieldsOf(event, webhooks).filter((pointer) => {
    const type = schemaAt(event.shape.schema, pointer)?.["type"];
    return type === "integer" || type === "number";
  });
  return firstOf(event.content, pointers, "number");
}

/** A field that the schema bounds, and a value just outside of the bounds. */
export function boundedField(event: EventRecord, webhooks: Webhooks): { at: string; outside: Json } | null {
  for (const at of fieldsOf(event, webhooks)) {
    const outside = outsideOf(schemaAt(event.shape.schema, at));
    if (outside !== null) return { at, outside };
  }
  return null;
}

function outsideOf(schema: JsonObject | null): Json {
  if (schema === null) return null;
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, enum: words, maxLength } = schema;
  if (typeof maximum === "number") return maximum + 1;
  if (typeof minimum === "number") return minimum - 1;
  if (typeof exclusiveMaximum === "number") return exclusiveMaximum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum;
  if (typeof maxLength === "number") return "x".repeat(maxLength + 1);
  return Array.isArray(words) && words.every((word) => typeof word === "string") ? "none-of-these" : null;
}

/** A field that the schema types, and a value of no such type. */
export function typedField(event: EventRecord, webhooks: Webhooks): { at: string; wrong: Json } | null {
  const at = fieldsOf(event, webhooks).find((pointer) => {
    const there = schemaAt(event.shape.schema, pointer);
    return there?.["type"] !== undefined && !stillFits(event.shape.schema, event.content, pointer, wrong);
  });
  return at === undefined ? null : { at, wrong };
}

const wrong: Json = { unexpected: true };

/** A field that the schema requires: one that a receiver acts on, rather than the identity. */
export function requiredField(event: EventRecord, webhooks: Webhooks): string | null {
  const required = event.shape.schema?.["required"];
  if (!Array.isArray(required)) return null;
  const names = required.filter((name) => typeof name === "string").map((name) => `/${name}`);
  const known = fieldsOf(event, webhooks);
  const isKnown = (pointer: string): boolean =>
    known.some((one) => one === pointer || one.startsWith(`${pointer}/`));
  return names.find(isKnown) ?? null;
}

/** A text that may hold any characters, so far as the schema says. */
export function textField(event: EventRecord, webhooks: Webhooks, text: string): string | null {
  return (
    fieldsOf(event, webhooks).find(
      (pointer) =>
        typeof getAt(event.content, pointer) === "string" &&
        stillFits(event.shape.schema, event.content, pointer, text),
    ) ?? null
  );
}

/** A copy without a field. */
export function without(content: Json, pointer: string): Json {
  const name = pointer.slice(1);
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([key]) => key !== name));
}

/** A field of its own value, spelled in JSON by hand: other values and spellings than `JSON.stringify` has. */
export function spelledAt(content: Json, pointer: string): { before: string; own: string; after: string } {
  const mark = "\u0001threeworlds\u0001";
  const text = JSON.stringify(setAt(content, pointer, mark));
  const at = text.indexOf(JSON.stringify(mark));
  return {
    before: text.slice(0, at),
    own: JSON.stringify(getAt(content, pointer) ?? null),
    after: text.slice(at + JSON.stringify(mark).length),
  };
}
