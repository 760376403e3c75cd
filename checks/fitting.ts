import type { Operation } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import { compilePattern } from "../src/core/pattern.js";
import { getAt, setAt } from "../src/core/pointer.js";
import { compileSchema } from "../src/core/schema.js";
import { fillTemplate } from "../src/core/template.js";
import { vary } from "../src/core/vary.js";
import type { Subject } from "./scenario.js";
import { order } from "./steps.js";

/** The text of a header. */
const printable = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** The body of the contract's example for a business key. */
export function exampleBody({ request }: Operation, businessKey: string): Json {
  return filled(request.example.body, businessKey) ?? null;
}

/** Whether the provider takes a body of this content, as far as the contract says. */
export function fitsSchema({ request }: Operation, body: Json): boolean {
  if (request.schema === null) return true;
  // Forms know no types; converting changes the value in place.
  const convert = request.body.some((kind) => kind === "form" || kind === "multipart");
  return compileSchema(request.schema, { convert })(structuredClone(body)).length === 0;
}

/** Those of the business keys for which the contract's example is a request that the provider takes. */
export function keysThatFit(operation: Operation, businessKeys: readonly string[]): string[] {
  const { request, idempotency } = operation;
  return businessKeys.filter((businessKey) => {
    const headers = Object.values(request.example.headers).map((value) => filled(value, businessKey));
    if (!headers.every((value) => typeof value !== "string" || printable.test(value))) return false;
    const body = exampleBody(operation, businessKey);
    const key = idempotency === null ? undefined : keyIn(operation, body, businessKey);
    if (typeof key === "string" && !fitsKey(operation, key)) return false;
    return fitsSchema(operation, body);
  });
}

/**
 * JSON Pointer to a field of the example, other than the one that `varies` names, that the provider takes with another
 * value: rather a number than a text, and nothing that looks like a code or a secret. Null when there is none.
 */
export function otherField(operation: Operation): string | null {
  const { request, idempotency } = operation;
  const { body } = request.example;
  const taken = [
    request.reference,
    request.varies,
    idempotency?.key.in === "body" ? idempotency.key.name : null,
  ];
  const root = request.match.graphqlField === null ? "" : "/variables";
  const candidates = leavesOf(getAt(body, root), root).filter(({ pointer, value }) => {
    if (taken.includes(pointer) || pointer in request.match.body) return false;
    if (typeof value === "string" && /\{\{|^[A-Za-z]{0,4}$/.test(value)) return false;
    if (/(type|version|kind|format|status|token|secret)$/i.test(pointer)) return false;
    return fitsSchema(operation, setAt(exampleBody(operation, order), pointer, vary(value)));
  });
  const number = candidates.find(({ value }) => typeof value === "number");
  const sentence = candidates.find(({ value }) => typeof value === "string" && value.includes(" "));
  return (number ?? sentence ?? candidates[0])?.pointer ?? null;
}

/** A parameter of the path that belongs to the target alone, neither to the business key nor to the account; null when there is none. */
export function targetParameter({ contract, operation }: Subject): string | null {
  const { path } = operation.request.example;
  const { account } = contract.credentials;
  const key = operation.idempotency?.key;
  const found = Object.entries(path).find(
    ([name, value]) =>
      !value.includes("{{") &&
      !(account.in === "path" && account.name === name) &&
      !(key?.in === "path" && key.name === name),
  );
  return found?.[0] ?? null;
}

function leavesOf(value: Json | undefined, pointer: string): { pointer: string; value: Json }[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

/** What the example has where the idempotency key stands: connectors may send it as it is. */
function keyIn({ request, idempotency }: Operation, body: Json, businessKey: string): Json | undefined {
  const { in: place, name } = idempotency?.key ?? { in: "body", name: "" };
  if (place === "body") return getAt(body, name);
  const { path, query, headers } = request.example;
  if (place === "graphqlDirective") return undefined;
  const template = { path, query, header: headers }[place][name];
  return template === undefined ? undefined : filled(template, businessKey);
}

function fitsKey({ idempotency }: Operation, key: string): boolean {
  if (idempotency === null) return true;
  const { minLength, maxLength, pattern } = idempotency.key;
  return (
    key.length >= minLength &&
    (maxLength === null || key.length <= maxLength) &&
    (pattern === null || compilePattern(pattern).test(key))
  );
}

function filled(template: Json, businessKey: string): Json | undefined {
  const names: Record<string, string> = { businessKey, account: "account" };
  return fillTemplate(template, (name) => names[name]);
}
