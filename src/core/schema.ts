import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { compilePattern, type Pattern } from "./pattern.js";

export { Type, type Static, type TSchema } from "typebox";

/** One way in which a value does not fit a schema. */
export interface SchemaProblem {
  /** JSON Pointer into the value. */
  pointer: string;
  /** The JSON Schema keyword that failed, e.g. `required`. */
  keyword: string;
  /** What Ajv says of it, e.g. `{ missingProperty: "id" }`. */
  params: Record<string, unknown>;
  /** Where the keyword stands in the schema, e.g. `#/properties/id/type`. */
  schemaPath: string;
  /** Ajv's own words, e.g. `must be string`. */
  message: string;
}

/** Says what does not fit; an empty list when all does. */
export type SchemaCheck = (value: unknown) => SchemaProblem[];

type Mode = "strict" | "convert" | "own";
const engines = new Map<Mode, Ajv2020>();

/**
 * Makes a JSON Schema (2020-12) ready for checking values. With `convert`, values are changed in place to the declared
 * types first, which is what form bodies need; an `own` schema is one of ours, not checked itself, and ready in half the
 * time. Throws an ordinary Error when the schema is not one.
 */
export function compileSchema(
  schema: object,
  options: { convert?: boolean; own?: boolean } = {},
): SchemaCheck {
  const mode = options.convert === true ? "convert" : options.own === true ? "own" : "strict";
  const validate = engine(mode).compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toProblem));
}

function engine(mode: Mode): Ajv2020 {
  const known = engines.get(mode);
  if (known !== undefined) return known;
  const made = new Ajv2020({
    allErrors: true,
    strict: false,
    addUsedSchema: false,
    logger: false,
    coerceTypes: mode === "convert",
    validateSchema: mode !== "own",
    code: mode === "own" ? { optimize: false } : { regExp: limitedPattern },
  });
  formats.default(made);
  engines.set(mode, made);
  return made;
}

/** Patterns in schemas are written by others; the text is how the engine tells one from another. */
const limitedPattern = Object.assign(
  (source: string, flags: string): Pattern =>
    Object.assign(compilePattern(source, flags), { toString: () => `/${source}/${flags}` }),
  { code: "limitedPattern" },
);

function toProblem(error: ErrorObject): SchemaProblem {
  return {
    pointer: error.instancePath,
    keyword: error.keyword,
    params: error.params as Record<string, unknown>,
    schemaPath: error.schemaPath,
    message: error.message ?? error.keyword,
  };
}
