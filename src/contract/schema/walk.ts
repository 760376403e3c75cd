import { isObject } from "../../core/json.js";
import type { TSchema } from "../../core/schema.js";

/** A schema node as the walkers read it. */
export interface SchemaNode extends TSchema {
  type?: string;
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  says?: string;
  rule?: string;
  template?: string;
  keysAre?: string;
}

/** One step deeper in a JSON Pointer. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The alternative of a union that a value is meant as: by JSON type, since no union here has two alternatives of one structure. */
export function branchFor(schema: SchemaNode, value: unknown): SchemaNode {
  if (schema.anyOf === undefined) return schema;
  const type = jsonType(value);
  const fitting = schema.anyOf.filter(
    (branch) => branch.type === type || (branch.type === "integer" && type === "number"),
  );
  return fitting.length === 1 && fitting[0] !== undefined ? branchFor(fitting[0], value) : schema;
}

/** The schema of a key of a mapping; null when the key is unknown. */
export function childSchema(schema: SchemaNode, key: string): SchemaNode | null {
  const named = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
  if (named !== undefined) return named;
  return isObject(schema.additionalProperties) ? schema.additionalProperties : null;
}

/** Calls back for every value of a document that a schema node describes, parents first. */
export function walk(
  value: unknown,
  schema: SchemaNode,
  pointer: string,
  visit: (value: unknown, schema: SchemaNode, pointer: string) => void,
): void {
  const branch = branchFor(schema, value);
  visit(value, branch, pointer);
  if (Array.isArray(value) && branch.items !== undefined) {
    for (const [at, item] of value.entries()) walk(item, branch.items, below(pointer, at), visit);
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      const schemaOfChild = childSchema(branch, key);
      if (schemaOfChild !== null) walk(child, schemaOfChild, below(pointer, key), visit);
    }
  }
}

function jsonType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
