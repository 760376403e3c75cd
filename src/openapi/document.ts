import { formatDiagnostics } from "../contract/diagnostics.js";
import { readYaml } from "../contract/yaml.js";
import { expectedGot, KitError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { getAt } from "../core/pointer.js";

/** An OpenAPI document and the way through its references. */
export interface OpenApiDocument {
  root: JsonObject;
  /** As the user gave it. */
  file: string;
  /**
   * The object a node stands for: local `$ref`s are followed, what stands beside one counts more (OpenAPI 3.1). References
   * into other files and circles of references give an empty object.
   */
  resolve(node: Json | undefined): JsonObject;
}

/** A chain of references longer than this goes in a circle. */
const longestChain = 30;

/** Reads an OpenAPI 3 document, YAML or JSON. Throws a KitError when it is not one. */
export function readOpenApi(text: string, file: string): OpenApiDocument {
  const root = parse(text.replace(/^\uFEFF/, ""), file);
  if (root["swagger"] !== undefined) {
    throw new KitError(
      "file",
      `${file}: ${expectedGot("an OpenAPI 3 document", `Swagger ${JSON.stringify(root["swagger"])}`)}. Convert it to OpenAPI 3 first.`,
    );
  }
  const version = root["openapi"];
  if (typeof version !== "string" || !version.startsWith("3.")) {
    const got =
      version === undefined ? "a file without the key 'openapi'" : `openapi: ${JSON.stringify(version)}`;
    throw new KitError("file", `${file}: ${expectedGot("an OpenAPI 3 document", got)}.`);
  }
  return { root, file, resolve: (node) => follow(root, node) };
}

function parse(text: string, file: string): JsonObject {
  if (text.trimStart().startsWith("{")) {
    // Much quicker for large documents; what is not JSON may still be YAML in flow style.
    try {
      const json = JSON.parse(text) as Json;
      if (isObject(json)) return json;
    } catch {
      // Reported by the YAML reader, with its place.
    }
  }
  const { value, mistakes } = readYaml(text, file);
  if (value === undefined) throw new KitError("file", formatDiagnostics(mistakes, text));
  if (!isObject(value)) {
    throw new KitError(
      "file",
      `${file}: ${expectedGot("an OpenAPI 3 document", "something else than a mapping")}.`,
    );
  }
  return value;
}

function follow(root: JsonObject, node: Json | undefined): JsonObject {
  let here = isObject(node) ? node : {};
  for (let hops = 0; typeof here["$ref"] === "string"; hops++) {
    const { $ref: reference, ...beside } = here;
    const target = hops < longestChain ? targetOf(root, reference) : {};
    here = Object.keys(beside).length === 0 ? target : { ...target, ...beside };
  }
  return here;
}

function targetOf(root: JsonObject, reference: string): JsonObject {
  if (!reference.startsWith("#/")) return {};
  const found = getAt(root, decoded(reference.slice(1)));
  return isObject(found) ? found : {};
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The objects of a list, references followed. */
export function objectsIn(document: OpenApiDocument, list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map((item) => document.resolve(item)) : [];
}

/** The entries of a mapping, references followed. */
export function entriesIn(document: OpenApiDocument, map: Json | undefined): [string, JsonObject][] {
  return Object.entries(isObject(map) ? map : {}).map(([name, value]) => [name, document.resolve(value)]);
}

/** A text that is there and not blank. */
export function textIn(value: Json | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** A text that is a URL which can be followed. */
export function linkIn(value: Json | undefined): string | null {
  const text = textIn(value);
  return text !== null && /^https?:\/\/\S+$/.test(text) ? text : null;
}
