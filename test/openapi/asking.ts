import { createHash } from "node:crypto";
import type { Provider } from "../../mock-provider/provider.js";
import type { Contract, Operation } from "../../src/contract/model.js";
import { isObject, type Json } from "../../src/core/json.js";
import { fillTemplate } from "../../src/core/template.js";
import { askFor } from "../../src/run/ask.js";

/** What a provider answered. */
export interface Answered {
  status: number;
  headers: Headers;
  body: Json;
}

/** Asks for an operation as the contract's own example says, with the credential and the key where the contract wants them. */
export async function perform(
  provider: Provider,
  contract: Contract,
  operation: Operation,
  businessKey = "order-1",
): Promise<Answered> {
  const { payload } = askFor(contract, operation, { businessKey, varied: false, account: "" });
  const { example } = operation.request;
  const query = filled(example.query, businessKey);
  const headers = filled(example.headers, businessKey);
  let body = payload;
  const key = operation.idempotency?.key;
  const sent = createHash("sha256").update(`${operation.name} ${businessKey}`).digest("hex").slice(0, 32);
  if (key?.in === "header") headers[key.name] = sent;
  if (key?.in === "query") query[key.name] = sent;
  if (key?.in === "body" && isObject(body)) body = { ...body, [key.name.slice(1)]: sent };
  const path = pathOf(operation.request.path, filled(example.path, businessKey));
  const [kind] = operation.request.body;
  return ask(provider, contract, operation.request.method, path, {
    query,
    headers: {
      ...headers,
      ...(kind === "json" ? { "Content-Type": "application/json" } : {}),
      ...(kind === "form" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(kind === "none" || kind === undefined ? {} : { body: encoded(kind, body) }),
  });
}

/** One request with the first account's credential. */
export async function ask(
  provider: Provider,
  { credentials }: Contract,
  method: string,
  path: string,
  init: { query?: Record<string, string>; headers?: Record<string, string>; body?: string | FormData } = {},
): Promise<Answered> {
  const query = new URLSearchParams(init.query);
  const headers = new Headers(init.headers);
  const secrets = credentials.parts.map((part) => textOf(provider.credentials.first[part]));
  for (const [at, { in: where, name, prefix }] of credentials.accepts.entries()) {
    const secret =
      credentials.scheme === "basic"
        ? Buffer.from(secrets.join(":")).toString("base64")
        : (secrets[credentials.parts.length > 1 ? at : 0] ?? "");
    if (where === "header") headers.set(name, `${prefix[0] ?? ""}${secret}`);
    else query.set(name, secret);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  const response = await fetch(`${provider.baseUrl}${path}${search}`, {
    method,
    headers,
    redirect: "manual",
    ...(init.body === undefined ? {} : { body: init.body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : (JSON.parse(text) as Json),
  };
}

/** A path with its parameters filled in. */
export function pathOf(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ""));
}

function filled(values: Record<string, string>, businessKey: string): Record<string, string> {
  const resolve = (name: string): Json | undefined => (name === "businessKey" ? businessKey : undefined);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, textOf(fillTemplate(value, resolve))]),
  );
}

function encoded(kind: string, body: Json): string | FormData {
  if (kind !== "form" && kind !== "multipart") return JSON.stringify(body);
  const fields = isObject(body) ? formFields(body, "") : [];
  if (kind === "form") return new URLSearchParams(fields).toString();
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function formFields(value: Json, name: string): [string, string][] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, child]) =>
      formFields(child, name === "" ? key : `${name}[${key}]`),
    );
  }
  if (Array.isArray(value)) return value.flatMap((child, at) => formFields(child, `${name}[${at}]`));
  return [[name, value === null ? "" : String(value)]];
}

/** A value as it stands in a URL or a header. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
