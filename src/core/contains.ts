import { isObject, type Json } from "./json.js";

/**
 * Whether what was asked for is in what is there: every field of `asked` is in `there`, fields that an SDK or a provider
 * adds aside. Scalars are compared as text, since form bodies know no types. An empty object or array is in anything.
 */
export function contains(there: Json | undefined, asked: Json): boolean {
  if (Array.isArray(asked)) {
    return (
      asked.length === 0 ||
      (Array.isArray(there) &&
        there.length === asked.length &&
        asked.every((item, at) => contains(there[at], item)))
    );
  }
  if (isObject(asked)) {
    return Object.entries(asked).every(([name, value]) =>
      contains(isObject(there) ? there[name] : undefined, value),
    );
  }
  if (asked === null) return there === null || there === undefined || there === "";
  return (
    (typeof there === "string" || typeof there === "number" || typeof there === "boolean") &&
    String(there) === String(asked)
  );
}
