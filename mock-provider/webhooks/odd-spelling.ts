import { isObject, type Json } from "../../src/core/json.js";

/**
 * The same JSON in bytes that no writer produces again: blanks, a line break at the end, letters and slashes escaped, and
 * keys in another order. The value is the same to whoever reads it.
 */
export function oddSpelling(body: Buffer): Buffer {
  return Buffer.from(`${spell(JSON.parse(body.toString()) as Json)}\n`);
}

function spell(value: Json): string {
  if (typeof value === "string") return spellText(value);
  if (Array.isArray(value)) return `[ ${value.map(spell).join(" ,")} ]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value)
    .toReversed()
    .map(([name, field]) => `${JSON.stringify(name)} :  ${spell(field)}`);
  return `{ ${fields.join(" , ")} }`;
}

/** The first letter as an escape, slashes escaped as PHP writes them. */
function spellText(text: string): string {
  const written = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("/", String.raw`\/`);
  const [first = ""] = written;
  if (!/[A-Za-z]/.test(first)) return `"${written}"`;
  return `"\\u${first.charCodeAt(0).toString(16).padStart(4, "0")}${written.slice(1)}"`;
}
