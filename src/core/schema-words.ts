import { isObject, type Json, type JsonObject } from "./json.js";
import { getAt } from "./pointer.js";
import { compileSchema } from "./schema.js";
import { suggest } from "./suggest.js";

/** One place where a value does not fit its schema, in words. */
export interface Misfit {
  /** JSON Pointer into the value; for a key too many or missing, of that key. */
  pointer: string;
  expected: string;
  got: string;
  /** ` Did you mean 'x'?` with the leading space; empty when there is nothing to suggest. */
  hint: string;
}

/** Every place where the value does not fit the schema; empty when it fits. */
export function misfits(schema: object, value: Json, at = ""): Misfit[] {
  const problems = compileSchema(schema)(value);
  const unions = problems.filter((problem) => problem.keyword === "anyOf");
  const found: Misfit[] = [];
  for (const { keyword, params, pointer, schemaPath } of problems) {
    // A union reports every branch that failed; only the branch that was meant says something.
    if (unions.some((union) => schemaPath.startsWith(`${union.schemaPath}/`))) continue;
    const here = schemaAt(schema, schemaPath);
    const there = getAt(value, pointer);
    const fields = isObject(here["properties"]) ? here["properties"] : {};
    if (keyword === "additionalProperties") {
      const name = String(params["additionalProperty"]);
      const known = Object.keys(fields);
      const free = isObject(here["patternProperties"]) ? here["description"] : undefined;
      const expected =
        typeof free === "string" ? free : known.length === 0 ? "no keys" : `one of ${known.join(", ")}`;
      found.push({
        pointer: `${at}${pointer}/${escape(name)}`,
        expected,
        got: `'${name}'`,
        hint: hint(name, known),
      });
    } else if (keyword === "required") {
      const name = String(params["missingProperty"]);
      found.push({
        pointer: `${at}${pointer}/${escape(name)}`,
        expected: inWords(fields[name]),
        got: "nothing",
        hint: "",
      });
    } else if (keyword === "anyOf") {
      found.push(...unionMisfits(here, there ?? null, at + pointer));
    } else {
      const words = Array.isArray(here["enum"]) ? here["enum"].map(word) : [];
      found.push({
        pointer: at + pointer,
        expected: inWords(here),
        got: show(there),
        hint: typeof there === "string" ? hint(there, words) : "",
      });
    }
  }
  return found;
}

function unionMisfits(union: JsonObject, value: Json, at: string): Misfit[] {
  const branches = Array.isArray(union["anyOf"]) ? union["anyOf"].filter(isObject) : [];
  // Objects are told apart by the keys they require.
  const meant = branches.find(
    (branch) =>
      isObject(value) &&
      Array.isArray(branch["required"]) &&
      branch["required"].every((name) => value[word(name)] !== undefined),
  );
  if (meant !== undefined) return misfits(meant, value, at);
  return [{ pointer: at, expected: inWords(union), got: show(value), hint: "" }];
}

/** A schema in words: `a whole number from 100 to 599`, `one of fin, rst`. */
function inWords(schema: Json | undefined): string {
  if (!isObject(schema)) return "a value";
  const { description, enum: words, const: constant, anyOf, minimum, maximum, minLength, type } = schema;
  if (typeof description === "string") return description;
  if (Array.isArray(words)) return `one of ${words.map(word).join(", ")}`;
  if (constant !== undefined) return word(constant);
  if (Array.isArray(anyOf)) return anyOf.map(inWords).join(" or ");
  let range = "";
  if (minimum !== undefined)
    range =
      maximum === undefined ? ` of at least ${word(minimum)}` : ` from ${word(minimum)} to ${word(maximum)}`;
  switch (type) {
    case "integer":
      return `a whole number${range}`;
    case "number":
      return `a number${range}`;
    case "boolean":
      return "true or false";
    case "string":
      return minLength === undefined ? "a text" : "a text that is not empty";
    case "array":
      return "a list";
    case "object":
      return "an object";
    default:
      return "a value";
  }
}

function schemaAt(schema: object, path: string): JsonObject {
  // The last segment is the keyword itself.
  const found = getAt(schema as JsonObject, decodeURIComponent(path.slice(1, path.lastIndexOf("/"))));
  return isObject(found) ? found : {};
}

function hint(text: string, known: readonly string[]): string {
  const words = suggest(text, known);
  return words.startsWith(" Did") ? words : "";
}

function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? `'${value}'` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function word(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
