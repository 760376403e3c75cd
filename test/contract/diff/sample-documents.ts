import { branchFor, childSchema, type SchemaNode } from "../../../src/contract/schema/walk.js";
import { isObject, type Json } from "../../../src/core/json.js";

/** Two values that fit a schema and mean something else each. */
type Flavour = 0 | 1;

const texts: [pattern: RegExp, values: [string, string]][] = [
  [/ms\|/, ["1h", "2h"]],
  [/^\^https/, ["https://one.example", "https://two.example"]],
  [/^\^\/$/, ["/one", "/two"]],
  [/xx/, ["4xx", "5xx"]],
  [/a-z/, ["one", "two"]],
];
const formats: Record<string, [string, string]> = {
  "json-pointer": ["/one", "/two"],
  regex: ["^a", "^b"],
  date: ["2026-01-31", "2026-02-28"],
};

/** Of keys that stand for each other only one counts: each document has another of them. */
function leftOut(rule: string | undefined, branch: number): string[] {
  if (rule === "wait") return ["header", "pointer", "fixed"].filter((_, at) => at !== branch);
  if (rule === "lookup") return [branch === 0 ? "items" : "object"];
  return rule === "retention" && branch === 1 ? ["for"] : [];
}

/** A value that fits a schema, with every key there is; of alternatives the one with this number, or the last. */
export function sampleOf(
  node: SchemaNode & { pattern?: string; format?: string; minimum?: number },
  branch: number,
  flavour: Flavour,
): Json {
  if (node.anyOf !== undefined) {
    const chosen = node.anyOf[Math.min(branch, node.anyOf.length - 1)];
    return chosen === undefined ? null : sampleOf(chosen, branch, flavour);
  }
  if (node.const !== undefined) return node.const as Json;
  if (node.enum !== undefined) return node.enum[(branch + flavour) % node.enum.length] as Json;
  if (node.type === "boolean") return flavour === 1;
  if (node.type === "integer") return Math.max(200, node.minimum ?? 0) + flavour;
  if (node.type === "number") return flavour;
  if (node.type === "array") return node.items === undefined ? [] : [sampleOf(node.items, branch, flavour)];
  if (node.type === "string") {
    const found = texts.find(([pattern]) => node.pattern !== undefined && pattern.test(node.pattern))?.[1];
    return (found ?? formats[node.format ?? ""] ?? ["one", "two"])[flavour];
  }
  if (node.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(node.properties)
        .filter(([key]) => !leftOut(node.rule, branch).includes(key))
        .map(([key, child]) => [key, sampleOf(child, branch, flavour)]),
    );
  }
  if (isObject(node.additionalProperties))
    return {
      [node.keysAre === "pointer" ? "/x" : "x"]: sampleOf(node.additionalProperties, branch, flavour),
    };
  return { type: "object", anything: flavour };
}

/** A place in a document where a single value stands. */
export interface Leaf {
  /** The key in the language: `*` for a free name, `[]` for an item of a list. */
  key: string;
  at: (string | number)[];
  schema: SchemaNode;
}

/** Every single value of a document. */
export function leavesOf(value: Json, schema: SchemaNode, key = "", at: (string | number)[] = []): Leaf[] {
  const branch = branchFor(schema, value);
  if (Array.isArray(value) && branch.items !== undefined) {
    const { items } = branch;
    return value.flatMap((item, index) => leavesOf(item, items, `${key}[]`, [...at, index]));
  }
  const isClosed = branch.properties !== undefined || isObject(branch.additionalProperties);
  if (!isObject(value) || !isClosed) return [{ key, at, schema: branch }];
  return Object.entries(value).flatMap(([name, child]) => {
    const schemaOfChild = childSchema(branch, name);
    if (schemaOfChild === null) return [];
    const part = Object.hasOwn(branch.properties ?? {}, name) ? name : "*";
    return leavesOf(child, schemaOfChild, key === "" ? part : `${key}.${part}`, [...at, name]);
  });
}

/** A copy with another value at a place. */
export function withValue(document: Json, at: readonly (string | number)[], value: Json): Json {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  if (Array.isArray(document))
    return document.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  return isObject(document) ? { ...document, [step]: withValue(document[step] ?? null, rest, value) } : value;
}
