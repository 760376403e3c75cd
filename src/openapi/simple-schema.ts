import { isObject, type Json, type JsonObject } from "../core/json.js";
import { objectsIn, type OpenApiDocument } from "./document.js";
import { merged, typesOf } from "./schema-view.js";

/** What to leave of a schema. */
export interface Simplicity {
  /** Levels of properties below the top. */
  depth: number;
  /** Names of optional properties that are kept before others. */
  prefer?: (name: string) => boolean;
  /** Names of optional properties whose inner structure is kept; that of required ones always is. */
  open?: (name: string) => boolean;
  /** Names of properties that are left out, be they required or not. */
  leaveOut?: (name: string) => boolean;
}

const mostProperties = 12;
const mostAlternatives = 6;
const mostWords = 20;
const knownFormats = new Set(["date", "date-time", "email", "uri", "uuid"]);

/**
 * A schema of the document as a small JSON Schema (2020-12): references inlined, descriptions and exotic keywords left
 * out, cut at a depth, which also ends circles. What it accepts is never less than what the document's accepts.
 */
export function simpleSchema(
  document: OpenApiDocument,
  schema: Json | undefined,
  simplicity: Simplicity,
): JsonObject {
  const { oneOf, anyOf, ...base } = merged(document, schema);
  const alternatives = objectsIn(document, oneOf ?? anyOf);
  const simple = withoutAlternatives(document, base, simplicity);
  if (alternatives.length === 0 || alternatives.length > mostAlternatives) return simple;
  const simplified = alternatives.map((one) => simpleSchema(document, one, simplicity));
  const [only] = simplified;
  if (simplified.length === 1) return { ...only, ...simple };
  // Simplified alternatives may overlap, so `oneOf` would refuse what it did not before.
  return simplified.some((one) => Object.keys(one).length === 0) ? simple : { ...simple, anyOf: simplified };
}

function withoutAlternatives(
  document: OpenApiDocument,
  schema: JsonObject,
  simplicity: Simplicity,
): JsonObject {
  const words = Array.isArray(schema["enum"]) && schema["enum"].length <= mostWords ? schema["enum"] : null;
  const type = typeOf(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(words === null ? {} : { enum: withNull(words, schema) }),
    ...(schema["const"] === undefined ? {} : { const: schema["const"] }),
    ...textKeywords(schema),
    ...numberKeywords(schema),
    ...objectKeywords(document, schema, simplicity),
    ...arrayKeywords(document, schema, simplicity),
  };
}

function typeOf(schema: JsonObject): Json | undefined {
  const types = typesOf(schema);
  if (schema["nullable"] === true && types.length > 0 && !types.includes("null")) types.push("null");
  if (types.length === 0) return schema["properties"] === undefined ? undefined : "object";
  return types.length === 1 ? types[0] : types;
}

function withNull(words: Json[], schema: JsonObject): Json[] {
  return schema["nullable"] === true && !words.includes(null) ? [...words, null] : words;
}

function textKeywords({ minLength, maxLength, pattern, format }: JsonObject): JsonObject {
  return {
    ...(typeof minLength === "number" && minLength > 0 ? { minLength } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
    ...(typeof pattern === "string" && isRegularExpression(pattern) ? { pattern } : {}),
    ...(typeof format === "string" && knownFormats.has(format) ? { format } : {}),
  };
}

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

/** In OpenAPI 3.0 `exclusiveMinimum` is a flag beside `minimum`. */
function numberKeywords(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const value = schema[limit];
    const above = schema[exclusive];
    if (typeof above === "number") kept[exclusive] = above;
    if (typeof value === "number") kept[above === true ? exclusive : limit] = value;
  }
  return kept;
}

function objectKeywords(
  document: OpenApiDocument,
  schema: JsonObject,
  { depth, prefer, open, leaveOut }: Simplicity,
): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const isOut = (name: string): boolean =>
    leaveOut?.(name) === true || document.resolve(properties[name])["readOnly"] === true;
  const names = Object.keys(properties).filter((name) => !isOut(name));
  const required = (Array.isArray(schema["required"]) ? schema["required"] : []).filter(
    (name): name is string => typeof name === "string" && !isOut(name),
  );
  const rank = (name: string): number => (required.includes(name) ? 0 : prefer?.(name) === true ? 1 : 2);
  const limit = Math.max(mostProperties, names.filter((name) => rank(name) < 2).length);
  const ranked = [...names].sort((a, b) => rank(a) - rank(b)).slice(0, limit);
  const kept = depth === 0 ? [] : names.filter((name) => ranked.includes(name));
  const deeper: Simplicity = { depth: depth - 1 };
  const inner = (name: string): Simplicity =>
    rank(name) === 0 || open === undefined || open(name) ? deeper : { depth: 0 };
  const others = schema["additionalProperties"];
  // What was left out above must not be refused.
  const isClosed = others === false && kept.length === Object.keys(properties).length && kept.length > 0;
  return {
    ...(required.length === 0 || depth === 0 ? {} : { required }),
    ...(kept.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            kept.map((name) => [name, simpleSchema(document, properties[name], inner(name))]),
          ),
        }),
    ...(isClosed ? { additionalProperties: false } : {}),
    ...(isObject(others) && Object.keys(others).length > 0 && depth > 0
      ? { additionalProperties: simpleSchema(document, others, deeper) }
      : {}),
  };
}

function arrayKeywords(
  document: OpenApiDocument,
  { items, minItems, maxItems }: JsonObject,
  { depth }: Simplicity,
): JsonObject {
  const simple =
    items === undefined || depth === 0 ? {} : simpleSchema(document, items, { depth: depth - 1 });
  return {
    ...(typeof minItems === "number" && minItems > 0 ? { minItems } : {}),
    ...(typeof maxItems === "number" ? { maxItems } : {}),
    ...(Object.keys(simple).length === 0 ? {} : { items: simple }),
  };
}
