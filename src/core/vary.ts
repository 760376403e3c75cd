import type { Json } from "./json.js";

/** Another value of the same type. */
export function vary(value: Json | undefined): Json {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") {
    const decimal = /^(\d+)(\.\d+)?$/.exec(value);
    return decimal === null ? `${value} (changed)` : `${BigInt(decimal[1] ?? 0) + 1n}${decimal[2] ?? ""}`;
  }
  if (Array.isArray(value)) return [...value, ...value.slice(-1)];
  return "changed";
}
