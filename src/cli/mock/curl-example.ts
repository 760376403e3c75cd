import type { Contract, Operation } from "../../contract/model.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { setAt } from "../../core/pointer.js";
import { fillTemplate } from "../../core/template.js";

const businessKey = "order-42";

/** A curl command, on one line, that performs the contract's first write at the mock provider. */
export function curlExample(contract: Contract, baseUrl: string, credentials: JsonObject): string {
  const operation = contract.operations.find(({ nature }) => nature !== "reads") ?? contract.operations[0];
  if (operation === undefined) return `curl -i ${baseUrl}/`;
  const { request } = operation;
  const sent = {
    headers: exampleHeaders(operation),
    query: { ...request.example.query },
    body: exampleBody(operation),
  };
  addCredentials(contract, credentials, sent);
  const { key } = operation.idempotency ?? {};
  if (key?.in === "header") sent.headers[key.name] = "my-first-key";
  if (key?.in === "query") sent.query[key.name] = "my-first-key";
  if (key?.in === "body") sent.body = setAt(sent.body, key.name, "my-first-key");
  const path = pathOf(contract, operation, credentials);
  const query = new URLSearchParams(texts(sent.query)).toString();
  const [kind] = request.body;
  const user =
    contract.credentials.scheme === "basic" ? [`-u ${quote(basicUser(contract, credentials))}`] : [];
  return [
    `curl -i -X ${request.method}`,
    ...user,
    ...Object.entries(sent.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...bodyArguments(kind, sent.body),
    quote(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`),
  ].join(" ");
}

interface Sent {
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Json;
}

function exampleHeaders({ request }: Operation): Record<string, string> {
  const insistedOn = Object.entries(request.headers).map(([name, value]) => [name, value ?? "any"]);
  return texts({ ...Object.fromEntries(insistedOn), ...request.example.headers });
}

function exampleBody({ request }: Operation): Json {
  return fillTemplate(request.example.body, resolve) ?? null;
}

function addCredentials(
  { credentials: { scheme, accepts, parts, account } }: Contract,
  given: JsonObject,
  sent: Sent,
): void {
  if (account.in === "header") sent.headers[account.name] = text(given["account"]);
  if (scheme === "basic" || scheme === "none") return;
  // Either one place per part, or several places for the same one.
  const places = parts.length > 1 ? accepts : accepts.slice(0, 1);
  places.forEach(({ in: where, name, prefix }, index) => {
    const secret = `${prefix[0] ?? ""}${text(given[parts[index] ?? "token"])}`;
    (where === "header" ? sent.headers : sent.query)[name] = secret;
  });
}

function basicUser({ credentials: { parts } }: Contract, given: JsonObject): string {
  return parts.map((part) => text(given[part])).join(":");
}

function pathOf({ credentials }: Contract, { request, idempotency }: Operation, given: JsonObject): string {
  const values: Record<string, string> = texts(request.example.path);
  if (credentials.account.in === "path") values[credentials.account.name] = text(given["account"]);
  if (idempotency?.key.in === "path") values[idempotency.key.name] ??= "my-first-key";
  return request.path
    .replaceAll(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
    .replaceAll(/\{([^{}]*)\}/g, "");
}

function bodyArguments(kind: string | undefined, body: Json): string[] {
  if (kind === undefined || kind === "none" || body === null) return [];
  if (kind === "form")
    return fields(body).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`];
}

function fields(value: Json, name = ""): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => fields(item, `${name}[${index}]`));
  if (!isObject(value)) return [[name, text(value)]];
  return Object.entries(value).flatMap(([key, item]) => fields(item, name === "" ? key : `${name}[${key}]`));
}

function texts(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, text(fillTemplate(value, resolve))]),
  );
}

function resolve(name: string): Json | undefined {
  return name === "businessKey" ? businessKey : undefined;
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
