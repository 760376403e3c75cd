import { isObject, type Json } from "../core/json.js";

/** A value from the document as a template that means the value itself: braces do not open placeholders. */
export function literal(value: Json): Json {
  if (typeof value === "string") return value.replaceAll("{{", "{{{{");
  if (Array.isArray(value)) return value.map(literal);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, literal(child)]));
}

const longestText = 200;
const mostItems = 2;

/** A value cut to what an example needs: short texts, short lists, few levels, few fields. */
export function trimmed(value: Json, depth = 4, fields = 40): Json {
  if (typeof value === "string") return value.slice(0, longestText);
  if (Array.isArray(value)) {
    return depth === 0 ? [] : value.slice(0, mostItems).map((item) => trimmed(item, depth - 1, fields));
  }
  if (!isObject(value)) return value;
  if (depth === 0) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, fields)
      .map(([key, child]) => [key, trimmed(child, depth - 1, fields)]),
  );
}
