import jsonpointer from "jsonpointer";
import type { Json } from "./json.js";

/** The value at an RFC 6901 JSON Pointer, own fields only; undefined when there is none. `""` is the whole value. */
export function getAt(value: Json | undefined, pointer: string): Json | undefined {
  return compilePointer(pointer)(value);
}

/** A copy with the value at the pointer replaced; missing parents are made. */
export function setAt(value: Json, pointer: string, replacement: Json): Json {
  if (pointer === "") return replacement;
  const copy: Json = typeof value === "object" && value !== null ? structuredClone(value) : {};
  jsonpointer.set(copy, pointer, replacement);
  return copy;
}

/** Whether a text is a JSON Pointer. */
export function isPointer(text: string): boolean {
  return text === "" || /^(?:\/(?:[^~/]|~0|~1)*)+$/.test(text);
}

/** `getAt` for a pointer that is used often: taken apart once. */
export function compilePointer(pointer: string): (value: Json | undefined) => Json | undefined {
  if (pointer === "") return (value) => value;
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return (value) => {
    let here = value;
    for (const step of steps) {
      if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
      here = Array.isArray(here) ? here[Number(step)] : here[step];
    }
    return here;
  };
}
