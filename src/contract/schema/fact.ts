import type { Json } from "../../core/json.js";
import { Type, type TSchema } from "../../core/schema.js";
import { text } from "./words.js";

/** Why a value is believed. */
export const bases = ["documented", "observed", "assumed"] as const;

/** What a schema says of a value that states a provider's behaviour. */
export interface FactMark {
  /** What the mock enacts when the documentation is silent and the contract gives no `assume`. */
  assume?: Json;
}

/**
 * Marks a schema as one of a fact: the value may then also be written long (`{ value, basis, source, assume }`) or be the
 * word `undocumented`. The marked schema itself describes the short form; `read-facts.ts` turns the others into it.
 */
export function fact<T extends TSchema>(schema: T, assume?: Json): T {
  const mark: FactMark = assume === undefined ? {} : { assume };
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(schema),
    fact: { value: mark, enumerable: true },
  } as PropertyDescriptorMap) as T;
}

/** The mark of a schema node, or null. */
export function factMark(schema: TSchema): FactMark | null {
  return (schema as { fact?: FactMark }).fact ?? null;
}

/** What a block may carry for all facts in it. */
export const blockSource = {
  source: Type.Optional(text),
  basis: Type.Optional(Type.Unsafe<(typeof bases)[number]>({ type: "string", enum: bases })),
};

/** A mapping with these keys and no others. */
export function closed<P extends Record<string, TSchema>>(
  properties: P,
  options: object = {},
): ReturnType<typeof Type.Object<P>> {
  return Type.Object(properties, {
    additionalProperties: false,
    says: "a mapping",
    ...options,
  });
}

/** A closed mapping that may carry one `source` and `basis` for all facts in it. */
export function block<P extends Record<string, TSchema>>(
  properties: P,
  options: object = {},
): ReturnType<typeof Type.Object<P & typeof blockSource>> {
  return closed({ ...properties, ...blockSource }, options);
}
