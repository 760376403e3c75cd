import { isObject, type Json, type JsonObject } from "../core/json.js";
import { contractSchema } from "./schema.js";
import { bases, factMark } from "./schema/fact.js";
import type { SchemaNode } from "./schema/walk.js";

/** Parts of the schema that occur more than once and are at least this long get a name of their own, characters. */
const worthNaming = 120;

/**
 * The JSON Schema for editors, made from the one source: facts may be long or `undocumented`, keys that are pointers
 * look like pointers, and what recurs stands once under `definitions`.
 */
export function editorSchema(): JsonObject {
  const definitions = new Definitions();
  const root = forEditors(contractSchema as unknown as SchemaNode);
  definitions.count(root);
  const body = definitions.name(root, "contract");
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A threeworlds provider contract, version 1",
    ...(body as JsonObject),
    definitions: definitions.made(),
  };
}

function forEditors(node: SchemaNode): JsonObject {
  const mark = factMark(node);
  const short = shortForm(node);
  if (mark === null) return short;
  const value = { anyOf: [short, { const: "undocumented" }] };
  const long = {
    type: "object",
    required: ["value"],
    additionalProperties: false,
    properties: {
      value,
      basis: { enum: [...bases] },
      source: { type: "string", description: "where this is stated" },
      assume: { ...short, description: "what the mock enacts where the documentation is silent" },
    },
  };
  return { anyOf: [short, long, { const: "undocumented" }] };
}

function shortForm(node: SchemaNode): JsonObject {
  const shown: JsonObject = {};
  for (const key of [
    "type",
    "enum",
    "const",
    "pattern",
    "format",
    "minLength",
    "minimum",
    "maximum",
    "minItems",
  ]) {
    const value = (node as Record<string, Json | undefined>)[key];
    if (value !== undefined) shown[key] = value;
  }
  if (node.says !== undefined && node.type !== "object") shown["description"] = node.says;
  if (node.anyOf !== undefined) shown["anyOf"] = node.anyOf.map(forEditors);
  if (node.items !== undefined) shown["items"] = forEditors(node.items);
  if (node.keysAre === "pointer") shown["propertyNames"] = { pattern: "^(/.*)?$" };
  if (node.keysAre === "operation") shown["propertyNames"] = { pattern: "^[a-z][A-Za-z0-9]*$" };
  if (node.properties !== undefined) {
    shown["properties"] = Object.fromEntries(
      Object.entries(node.properties).map(([key, child]) => [key, forEditors(child)]),
    );
    if (node.required !== undefined && node.required.length > 0) shown["required"] = [...node.required];
  }
  if (typeof node.additionalProperties === "boolean")
    shown["additionalProperties"] = node.additionalProperties;
  else if (node.additionalProperties !== undefined) {
    shown["additionalProperties"] = forEditors(node.additionalProperties);
  }
  return shown;
}

/** Names what recurs. */
class Definitions {
  readonly #times = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #made: JsonObject = {};

  count(node: Json): void {
    if (Array.isArray(node)) for (const item of node) this.count(item);
    if (!isObject(node)) return;
    const text = JSON.stringify(node);
    this.#times.set(text, (this.#times.get(text) ?? 0) + 1);
    if (this.#times.get(text) === 1) for (const child of Object.values(node)) this.count(child);
  }

  /** The node with what recurs in it replaced by references. `hint` is the key it stands under. */
  name(node: Json, hint: string): Json {
    if (Array.isArray(node)) return node.map((item) => this.name(item, hint));
    if (!isObject(node)) return node;
    const text = JSON.stringify(node);
    const isSchema = node["type"] !== undefined || node["anyOf"] !== undefined;
    if (!isSchema || text.length < worthNaming || (this.#times.get(text) ?? 0) < 2)
      return this.#inside(node, hint);
    let name = this.#names.get(text);
    if (name === undefined) {
      name = this.#free(hint);
      this.#names.set(text, name);
      this.#made[name] = null;
      this.#made[name] = this.#inside(node, hint);
    }
    return { $ref: `#/definitions/${name}` };
  }

  made(): JsonObject {
    return Object.fromEntries(Object.entries(this.#made).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #inside(node: JsonObject, hint: string): JsonObject {
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => {
        if (key === "properties" && isObject(child)) {
          const named = Object.entries(child).map(([property, schema]) => [
            property,
            this.name(schema, property),
          ]);
          return [key, Object.fromEntries(named) as JsonObject];
        }
        return [key, this.name(child, hint)];
      }),
    );
  }

  #free(hint: string): string {
    let name = hint;
    for (let n = 2; name in this.#made; n++) name = `${hint}${n}`;
    return name;
  }
}
