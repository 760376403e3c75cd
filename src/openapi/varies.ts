import { below } from "../contract/schema/walk.js";
import { isObject, type Json } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { plainName } from "./names.js";
import { viewOf } from "./schema-view.js";

const likely = [
  "subject", "title", "name", "description", "amount", "value", "total", "price", "summary", "message", "text", "body",
  "note", "comment", "quantity",
]; // prettier-ignore

/**
 * The field of an example that may be changed to get another valid request: a free text or a number, at the top or one
 * level below. Null when there is none.
 */
export function variesIn(
  document: OpenApiDocument,
  schema: Json | undefined,
  example: Json,
  reference: string | null,
): string | null {
  const found: { pointer: string; rank: number }[] = [];
  const look = (inner: Json | undefined, value: Json, at: string, depth: number): void => {
    if (!isObject(value)) return;
    const { properties } = viewOf(document, inner);
    for (const [name, child] of Object.entries(value)) {
      const here = below(at, name);
      if (here === reference) continue;
      if (depth < 2 && isObject(child)) look(properties[name], child, here, depth + 1);
      const freedom = freedomOf(document, properties[name], child);
      if (freedom === null) continue;
      const known = likely.indexOf(plainName(name));
      found.push({ pointer: here, rank: (known < 0 ? 20 : known) + freedom * 100 + depth * 5 });
    }
  };
  look(schema, example, "", 0);
  return found.sort((a, b) => a.rank - b.rank)[0]?.pointer ?? null;
}

/** 0: any text or number will do; 1: perhaps not; null: certainly not. */
function freedomOf(document: OpenApiDocument, schema: Json | undefined, value: Json): number | null {
  const { keywords, type } = viewOf(document, schema);
  const { enum: words, const: fixed, format, pattern, maximum, maxLength } = keywords;
  if (words !== undefined || fixed !== undefined || pattern !== undefined) return null;
  if (typeof value === "number") {
    return typeof maximum === "number" && value + 1 > maximum ? null : 0;
  }
  if (typeof value !== "string" || value.includes("{{businessKey}}")) return null;
  if (typeof format === "string") return null;
  if (typeof maxLength === "number" && value.length + 10 > maxLength) return null;
  const looksFixed =
    /^(?:https?:|\d{4}-\d\d-\d\d|[A-Z]{2,3}$|[0-9a-f-]{32,})/.test(value) || /id$/i.test(value);
  return looksFixed || type === null ? 1 : 0;
}
