import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Contract } from "./model.js";
import { readFacts } from "./read-facts.js";
import { contractSchema } from "./schema.js";
import { below, type SchemaNode } from "./schema/walk.js";
import { readYaml } from "./yaml.js";

/** A contract as it is written, every fact in its short form. */
export interface WrittenContract {
  /** With what is assumed where it says `undocumented`. */
  enacted: JsonObject;
  /** Without that. */
  promised: JsonObject;
}

/** Reads the text of a contract once more, for what the model does not hold. */
export function writtenContract(contract: Contract): WrittenContract {
  const { value } = readYaml(contract.source, contract.file);
  const short = readFacts(value ?? {}, contractSchema as unknown as SchemaNode);
  const enacted = isObject(short.value) ? short.value : {};
  const promised = withoutSilent(enacted, "", short.silent);
  return { enacted, promised: isObject(promised) ? promised : {} };
}

function withoutSilent(value: Json, pointer: string, silent: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item, at) => withoutSilent(item, below(pointer, at), silent));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !silent.has(below(pointer, key)))
      .map(([key, child]) => [key, withoutSilent(child, below(pointer, key), silent)]),
  );
}
