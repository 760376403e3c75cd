import { durationPattern } from "../../core/duration.js";
import type { Json } from "../../core/json.js";
import { Type, type Static, type TSchema } from "../../core/schema.js";

/** The words the contract language is written in: each value that may be stated, with the phrase messages use for it (`says`). */
export const text = Type.String({ minLength: 1, says: "a text" });
export const flag = Type.Boolean({ says: "true or false" });
export const count = Type.Integer({ minimum: 0, says: "a whole number" });
export const status = Type.Integer({ minimum: 200, maximum: 599, says: "an HTTP status from 200 to 599" });
export const duration = Type.String({
  pattern: durationPattern,
  says: "a duration such as 250ms, 30s, 6m, 24h or 30d (at most 99999d)",
});
export const pointer = Type.String({
  format: "json-pointer",
  says: 'a JSON Pointer such as /error/code ("" is the whole body)',
});
export const regex = Type.String({ format: "regex", says: "a regular expression" });
export const url = Type.String({
  pattern: "^https?://[^\\s]+$",
  says: "a URL that begins with https:// or http://",
});
export const date = Type.String({ format: "date", says: "a date such as 2026-11-30" });

/** A JSON value in which strings may hold templates; `of` names the group of template names that mean something there. */
export const filled = (of: TemplateGroup): ReturnType<typeof Type.Unsafe<Json>> =>
  Type.Unsafe<Json>({ template: of, says: "any JSON value" });

/** Headers to send: name and text, templates allowed. */
export const headersSent = mapOf(Type.Union([Type.String(), Type.Number()], { says: "a text" }), {
  template: "answer",
  keysAre: "header",
});

/** Locations in a body and the value expected there. */
export const predicate = mapOf(Type.Unsafe<Json>({ says: "any JSON value" }), { keysAre: "pointer" });

/** Which names a template may use; see `template-names.ts`. */
export type TemplateGroup = "answer" | "lookup" | "request" | "secret" | "effect" | "event";

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(
  ...words: Words
): ReturnType<typeof Type.Unsafe<Words[number]>> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: words });
}

/** A mapping with free names. */
export function mapOf<T extends TSchema>(
  value: T,
  options: object = {},
): ReturnType<typeof Type.Unsafe<Record<string, Static<T>>>> {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: "object",
    additionalProperties: value,
    says: "a mapping",
    ...options,
  });
}
