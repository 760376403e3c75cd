import type { Idempotency } from "../src/contract/model.js";
import { compilePattern } from "../src/core/pattern.js";
import { compilePointer } from "../src/core/pointer.js";
import type { Caller } from "./credentials.js";
import type { Asked } from "./names.js";
import { textOf } from "./values.js";

/** Makes ready where the key of a request is found. */
export function keyReader({ key }: Idempotency): (asked: Asked) => string | null {
  if (key.in === "body") {
    const get = compilePointer(key.name);
    return ({ body }) => textOf(get(body));
  }
  if (key.in === "query") return ({ query }) => query[key.name] ?? null;
  if (key.in === "path") return ({ parameters }) => parameters[key.name] ?? null;
  if (key.in === "graphqlDirective") return ({ call }) => textOf(call?.directives[key.name]?.["key"]);
  const lower = key.name.toLowerCase();
  return ({ headers }) => headers[lower] ?? null;
}

/** Makes ready the name of a key in its scope. A provider has one environment and one region here. */
export function nameMaker(
  { scope, key }: Idempotency,
  operation: string,
): (asked: Asked, value: string, caller: Caller) => string {
  const parts = scope.enacted;
  return (asked, value, { account, credential }) => {
    let name = `${key.in} ${key.name}`;
    for (const part of parts) {
      if (part === "account") name += `\0${account}`;
      else if (part === "credential") name += `\0${credential}`;
      else if (part === "operation") name += `\0${operation}`;
      else if (part !== "environment" && part !== "region") {
        name += `\0${asked.parameters[part] ?? asked.query[part] ?? ""}`;
      }
    }
    return `${name}\0${value}`;
  };
}

/** Makes ready why the provider refuses a key; null when it does not. */
export function keyChecker(place: Idempotency["key"]): (key: string | null) => string | null {
  const { minLength, maxLength, required } = place;
  const pattern = place.pattern === null ? null : compilePattern(place.pattern);
  const where = place.in === "body" ? place.name : `${place.in} ${place.name}`;
  return (key) => {
    if (key === null) return required ? `The idempotency key is missing (${where}).` : null;
    if (key.length < minLength || (maxLength !== null && key.length > maxLength)) {
      const limits = maxLength === null ? `at least ${minLength}` : `${minLength} to ${maxLength}`;
      return `The idempotency key (${where}): expected ${limits} characters, got ${key.length}.`;
    }
    if (pattern !== null && !pattern.test(key)) {
      return `The idempotency key (${where}): expected a text that matches ${place.pattern}, got '${key}'.`;
    }
    return null;
  };
}
