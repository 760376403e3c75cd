import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { getAt, setAt } from "../../src/core/pointer.js";
import { compileSchema } from "../../src/core/schema.js";
import { vary } from "../../src/core/vary.js";

/** The schema of the field at a pointer, as far as `properties` and `items` lead to it; null when they do not. */
export function schemaAt(schema: JsonObject | null, pointer: string): JsonObject | null {
  let here: Json | undefined = schema ?? undefined;
  for (const step of pointer.split("/").slice(1)) {
    if (!isObject(here)) return null;
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    here = isObject(here["properties"]) ? here["properties"][name] : here["items"];
  }
  return isObject(here) ? here : null;
}

/** The n-th other value that the schema of the field still allows. */
export function valueAfter(
  value: Json | undefined,
  schema: JsonObject | null,
  pointer: string,
  nth: number,
): Json {
  const here = schemaAt(schema, pointer);
  const words = here?.["enum"];
  if (Array.isArray(words) && words.length > 1) {
    const at = words.findIndex((word) => JSON.stringify(word) === JSON.stringify(value));
    return words[(at + 1 + ((nth - 1) % (words.length - 1))) % words.length] ?? null;
  }
  let other = value;
  for (let count = 0; count < nth; count += 1) other = vary(other);
  if (typeof other !== "number" || here === null) return other ?? null;
  const { minimum, maximum } = here;
  if (typeof minimum !== "number" || typeof maximum !== "number" || other <= maximum) return other;
  return minimum + ((other - minimum) % (maximum - minimum + 1));
}

/** Whether the content with a field replaced is still what the schema says; without a schema anything is. */
export function stillFits(schema: JsonObject | null, content: Json, pointer: string, value: Json): boolean {
  return schema === null || compileSchema(schema)(setAt(content, pointer, value)).length === 0;
}

/** Pointers to every value inside that is neither a list nor a mapping, outermost first. */
export function scalarsIn(content: Json, at = ""): string[] {
  if (Array.isArray(content)) return content.flatMap((item, index) => scalarsIn(item, `${at}/${index}`));
  if (!isObject(content)) return [at];
  return Object.entries(content).flatMap(([name, value]) =>
    scalarsIn(value, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

/** The first of some fields whose value is of a type. */
export function firstOf(
  content: Json,
  pointers: readonly string[],
  type: "string" | "number",
): string | null {
  return pointers.find((pointer) => typeof getAt(content, pointer) === type) ?? null;
}
