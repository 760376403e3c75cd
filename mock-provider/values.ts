import type { Json } from "../src/core/json.js";
import { setAt } from "../src/core/pointer.js";

/** Scalars as text: receipts, references and keys are compared as strings. */
export function textOf(value: Json | undefined): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** A copy of a body with a field set, where the body can hold one. */
export function withField(body: Json, pointer: string, value: Json): Json {
  if (Array.isArray(body) || pointer === "") return body;
  return setAt(body, pointer, value);
}
