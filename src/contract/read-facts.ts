import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Problem } from "./diagnostics.js";
import type { Fact } from "./model.js";
import { bases, factMark, type FactMark } from "./schema/fact.js";
import { below, branchFor, childSchema, type SchemaNode } from "./schema/walk.js";
import { expectedGot } from "../core/errors.js";
import { suggest } from "../core/suggest.js";

/** A document with every fact in its short form, and what the long forms said. */
export interface ShortDocument {
  value: Json | undefined;
  facts: Fact[];
  /** Pointers of facts that are `undocumented`. */
  silent: Set<string>;
  /** Pointers (of the short document) that are written long, so that their content stands one level deeper in the YAML. */
  long: Set<string>;
  problems: Problem[];
}

interface Belief {
  basis: Fact["basis"] | null;
  source: string | null;
}

const longKeys = ["value", "basis", "source", "assume"];

/** Turns facts written long, and the word `undocumented`, into their short form, guided by the schema. */
export function readFacts(document: Json, schema: SchemaNode): ShortDocument {
  const read: ShortDocument = {
    value: undefined,
    facts: [],
    silent: new Set(),
    long: new Set(),
    problems: [],
  };
  read.value = shorten(document, schema, "", { basis: null, source: null }, read);
  return read;
}

function shorten(
  raw: Json,
  schema: SchemaNode,
  pointer: string,
  belief: Belief,
  read: ShortDocument,
): Json | undefined {
  const mark = factMark(schema);
  if (mark === null) return descend(raw, schema, pointer, belief, read);
  if (raw === "undocumented") return silence(undefined, mark, schema, pointer, belief, read);
  if (isObject(raw) && Object.hasOwn(raw, "value")) {
    return readLong(raw, mark, schema, pointer, belief, read);
  }
  const value = descend(raw, schema, pointer, belief, read);
  if (value !== undefined && !isObject(value) && !isListOfBlocks(raw, schema)) {
    read.facts.push({ pointer, value, basis: basisOf(belief), source: belief.source, assume: null });
  }
  return value;
}

function readLong(
  raw: JsonObject,
  mark: FactMark,
  schema: SchemaNode,
  pointer: string,
  outer: Belief,
  read: ShortDocument,
): Json | undefined {
  read.long.add(pointer);
  checkLong(raw, pointer, read);
  const own: Belief = {
    source: typeof raw["source"] === "string" ? raw["source"] : outer.source,
    basis:
      bases.find((basis) => basis === raw["basis"]) ??
      (typeof raw["source"] === "string" ? "documented" : outer.basis),
  };
  if (raw["value"] === "undocumented") return silence(raw["assume"], mark, schema, pointer, own, read);
  const value = descend(raw["value"] ?? null, schema, pointer, own, read);
  const assume = raw["assume"] ?? null;
  if (value !== undefined)
    read.facts.push({ pointer, value, basis: basisOf(own), source: own.source, assume });
  return value;
}

function silence(
  assume: Json | undefined,
  mark: FactMark,
  schema: SchemaNode,
  pointer: string,
  belief: Belief,
  read: ShortDocument,
): Json | undefined {
  read.silent.add(pointer);
  const enacted = assume ?? mark.assume;
  read.facts.push({
    pointer,
    value: null,
    basis: "undocumented",
    source: belief.source,
    assume: enacted ?? null,
  });
  return enacted === undefined ? undefined : descend(enacted, schema, pointer, belief, read);
}

function descend(
  raw: Json,
  schema: SchemaNode,
  pointer: string,
  belief: Belief,
  read: ShortDocument,
): Json | undefined {
  const branch = branchFor(schema, raw);
  if (Array.isArray(raw)) {
    const { items } = branch;
    if (items === undefined) return raw;
    return raw.map((item, at) => shorten(item, items, below(pointer, at), belief, read) ?? null);
  }
  if (!isObject(raw) || (branch.properties === undefined && !isObject(branch.additionalProperties)))
    return raw;
  const inner = beliefOf(raw, branch, belief);
  const short: JsonObject = {};
  for (const [key, child] of Object.entries(raw)) {
    const schemaOfChild = childSchema(branch, key);
    const value =
      schemaOfChild === null ? child : shorten(child, schemaOfChild, below(pointer, key), inner, read);
    if (value !== undefined)
      Object.defineProperty(short, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return short;
}

function beliefOf(raw: JsonObject, schema: SchemaNode, outer: Belief): Belief {
  if (schema.properties?.["source"] === undefined) return outer;
  const source = typeof raw["source"] === "string" ? raw["source"] : null;
  const basis = bases.find((known) => known === raw["basis"]) ?? null;
  if (source !== null) return { source, basis: basis ?? "documented" };
  return { source: outer.source, basis: basis ?? outer.basis };
}

function basisOf(belief: Belief): Fact["basis"] {
  return belief.basis ?? (belief.source === null ? "assumed" : "documented");
}

function checkLong(raw: JsonObject, pointer: string, read: ShortDocument): void {
  for (const key of Object.keys(raw)) {
    if (longKeys.includes(key)) continue;
    read.problems.push({
      pointer: below(pointer, key),
      raw: true,
      at: "key",
      code: "unknown-key",
      message: `unknown key '${key}' beside 'value'.${suggest(key, longKeys)}`,
    });
  }
  if (raw["basis"] !== undefined && !bases.some((basis) => basis === raw["basis"])) {
    read.problems.push({
      pointer: below(pointer, "basis"),
      raw: true,
      at: "value",
      code: "wrong-value",
      message: `'basis': ${expectedGot(`one of ${bases.join(", ")}`, JSON.stringify(raw["basis"]))}.`,
    });
  }
  if (raw["source"] !== undefined && typeof raw["source"] !== "string") {
    read.problems.push({
      pointer: below(pointer, "source"),
      raw: true,
      at: "value",
      code: "wrong-value",
      message: `'source': ${expectedGot("a text that says where this is stated", JSON.stringify(raw["source"]))}.`,
    });
  }
}

/** A list whose items state their own facts, such as `lookup:`. */
function isListOfBlocks(raw: Json, schema: SchemaNode): boolean {
  return branchFor(schema, raw).items?.properties?.["source"] !== undefined;
}
