import { isObject, type Json, type JsonObject } from "../core/json.js";
import { objectsIn, type OpenApiDocument } from "./document.js";

/** A schema seen from outside: its parts merged, of several alternatives the first. */
export interface SchemaView {
  /** The first type that is not null; guessed from its keywords when it is not said. */
  type: string | null;
  isNullable: boolean;
  properties: Record<string, Json>;
  required: string[];
  items: Json | undefined;
  /** The merged keywords. */
  keywords: JsonObject;
}

/** Deeper compositions than this are cut: they go in circles. */
const deepest = 6;

/** Looks at a schema, through references and compositions. */
export function viewOf(document: OpenApiDocument, schema: Json | undefined): SchemaView {
  const keywords = merged(document, schema, deepest, true);
  const types = typesOf(keywords);
  const properties = isObject(keywords["properties"]) ? keywords["properties"] : {};
  const type = types.find((one) => one !== "null") ?? inferredType(keywords, properties);
  return {
    type,
    isNullable: keywords["nullable"] === true || types.includes("null"),
    properties,
    required: namesIn(keywords["required"]),
    items: keywords["items"],
    keywords,
  };
}

/** A schema with its references followed and its `allOf` merged; with `choose`, the first alternative is merged as well. */
export function merged(
  document: OpenApiDocument,
  schema: Json | undefined,
  depth = deepest,
  choose = false,
): JsonObject {
  const { allOf, ...own } = document.resolve(schema);
  if (depth === 0) return own;
  let whole = own;
  for (const part of Array.isArray(allOf) ? allOf : []) {
    whole = merge(whole, merged(document, part, depth - 1, choose));
  }
  if (!choose) return whole;
  const { oneOf, anyOf, ...base } = whole;
  const first = objectsIn(document, oneOf ?? anyOf).find((one) => !typesOf(one).every((type) => type === "null") || typesOf(one).length === 0); // prettier-ignore
  return first === undefined ? base : merge(base, merged(document, first, depth - 1, true));
}

/** The types that a schema names. */
export function typesOf(schema: JsonObject): string[] {
  return namesIn(typeof schema["type"] === "string" ? [schema["type"]] : schema["type"]);
}

function inferredType(keywords: JsonObject, properties: JsonObject): string | null {
  if (Object.keys(properties).length > 0 || isObject(keywords["additionalProperties"])) return "object";
  if (keywords["items"] !== undefined) return "array";
  const [value] = Array.isArray(keywords["enum"]) ? keywords["enum"] : [];
  return typeof value === "string" ? "string" : null;
}

/** The first one's keywords count more; properties and what is required add up. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
  const properties = {
    ...(isObject(second["properties"]) ? second["properties"] : {}),
    ...(isObject(first["properties"]) ? first["properties"] : {}),
  };
  const required = [...new Set([...namesIn(first["required"]), ...namesIn(second["required"])])];
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}
