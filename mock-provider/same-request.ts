import type { Idempotency, Route } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import type { Asked } from "./names.js";

/** What "the same request" is compared by. */
export interface Print {
  /** Method and path, as far as they count. */
  line: string;
  /** Hash of the raw bytes: equal ones need no closer look. */
  hash: string;
  content: Json;
}

/** Someone who sends a request, as far as requests are compared. */
export interface Sender extends Asked {
  id: number;
  read: { hash: string };
}

/**
 * Makes ready what the requests of an operation are compared by. Of the path what it says: neither a trailing slash, nor
 * optional text, nor unknown query parameters count.
 */
export function printerOf(
  { method, path, query }: Route,
  fingerprint: Idempotency["fingerprint"],
): (sender: Sender) => Print {
  const hasPath = fingerprint.includes("path");
  const start = `${fingerprint.includes("method") ? method : ""}${hasPath ? ` ${path}` : ""}`;
  const queryNames = Object.keys(query);
  return (sender) => {
    let line = start;
    if (hasPath) {
      for (const name in sender.parameters) line += `\0${sender.parameters[name]}`;
      for (const name of queryNames) line += `\0${sender.query[name] ?? ""}`;
    }
    return { line, hash: sender.read.hash, content: contentOf(sender) };
  };
}

/** What a request says, however it is worded: of GraphQL the field and its arguments, not the text of the query. */
export function contentOf({ body, call }: Asked): Json {
  return call === undefined || call === null ? body : { field: call.field, arguments: call.arguments };
}

/** Whether two requests are the same, by what the contract compares. */
export function isSameRequest(first: Print, second: Print, fingerprint: Idempotency["fingerprint"]): boolean {
  if (first.line !== second.line) return false;
  if (!fingerprint.includes("body") || first.hash === second.hash) return true;
  return isEqual(first.content, second.content);
}

/** Equal but for the order of fields. */
function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one === undefined || other === undefined || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  const [left, right] = [one as Record<string, Json>, other as Record<string, Json>];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  );
}
