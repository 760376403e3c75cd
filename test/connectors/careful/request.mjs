import { getAt, setAt } from "../../../dist/src/core/pointer.js";
import { fillTemplate } from "../../../dist/src/core/template.js";
import { graphqlRead, withDirectiveKey } from "./graphql.mjs";
import { textOf } from "./text.mjs";

/** The write as it travels: the payload untouched, the key (null: none) where the contract wants it. */
export function writeRequest(world, contract, operation, record, key) {
  const { request, idempotency } = operation;
  const place = idempotency === null || key === null ? null : idempotency.key;
  const inPath = place?.in === "path" ? { [place.name]: key } : {};
  const sent = start(world, contract, request, { ...record.parameters, ...inPath });
  for (const [name, value] of Object.entries(request.headers)) {
    sent.headers[name] = record.parameters[name] ?? value ?? "1";
  }
  for (const name of Object.keys(request.example.headers)) sent.headers[name] = record.parameters[name];
  for (const name of Object.keys(request.example.query)) {
    sent.url.searchParams.set(name, record.parameters[name]);
  }
  if (place?.in === "header") sent.headers[place.name] = key;
  if (place?.in === "query") sent.url.searchParams.set(place.name, key);
  return { ...sent, ...encode(withKey(record.payload, place, key), request.body[0] ?? "none", sent.headers) };
}

function withKey(payload, place, key) {
  if (place?.in === "body") return setAt(payload ?? {}, place.name, key);
  return place?.in === "graphqlDirective" ? withDirectiveKey(payload, place.name, key) : payload;
}

/**
 * A read of the contract's, with `{{…}}` and `{…}` filled from `values`, and what belongs to the request from the record.
 * `more` are parameters beside it, as of a further page; `wanted` points at what is needed of the answer, where that is said.
 */
export function readRequest(world, contract, route, record, values, more = {}, wanted = []) {
  const resolve = (name) => values[name] ?? fromRequest(name, record, world);
  const filled = { ...record.parameters };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) filled[name] = textOf(value);
  const path = textOf(fillTemplate(route.path, resolve));
  const request = start(world, contract, { ...route, path }, filled);
  for (const [name, template] of Object.entries(route.query)) {
    const value = fillTemplate(template, resolve);
    if (value !== undefined) request.url.searchParams.set(name, textOf(value));
  }
  if (route.method === "GET") {
    for (const [name, value] of Object.entries(more)) request.url.searchParams.set(name, textOf(value));
    return request;
  }
  const field = route.match.graphqlField;
  let body = {};
  for (const [pointer, template] of Object.entries(route.match.body)) {
    body = setAt(body, pointer, fillTemplate(template, resolve) ?? null);
  }
  const place = field === null ? "" : "/variables";
  for (const [name, value] of Object.entries(more)) body = setAt(body, `${place}/${name}`, value);
  if (field !== null) body = graphqlRead(field, body, wanted);
  return { ...request, ...encode(body, route.body[0] ?? "json", request.headers) };
}

/** What a name inside `{{…}}` means of the request that is looked for. */
export function fromRequest(name, record, world) {
  if (name === "account") return world.credentials.account;
  const [root, part, ...path] = name.split(".");
  if (root !== "request") return undefined;
  if (part === "body") return path.reduce((value, field) => value?.[field], record.payload);
  return record.parameters[path.join(".")];
}

/** The value of a key that is business data, and hence in the payload or the parameters already. */
export function naturalKey(operation, record) {
  const { idempotency, request } = operation;
  if (idempotency?.is !== "natural" && idempotency?.key.name !== request.reference) return undefined;
  const { in: place, name } = idempotency.key;
  const value = place === "body" ? getAt(record.payload, name) : record.parameters[name];
  return value === undefined ? undefined : textOf(value);
}

function start(world, contract, { method, path }, parameters) {
  const { account } = contract.credentials;
  const known =
    account.in === "path" ? { ...parameters, [account.name]: world.credentials.account } : parameters;
  const filled = path
    .replaceAll(/\{\.[^}]*\}/g, "")
    .replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(known[name] ?? ""));
  const url = new URL(filled, world.baseUrl);
  const headers = { Accept: "application/json" };
  if (account.in === "header") headers[account.name] = world.credentials.account;
  authorise(contract.credentials, world.credentials, url, headers);
  return { method, url, headers };
}

function authorise({ scheme, accepts, parts }, credentials, url, headers) {
  if (scheme === "none") return;
  if (scheme === "basic") {
    const pair = parts.map((part) => credentials[part]).join(":");
    headers.Authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    return;
  }
  const places =
    accepts.length === 0 ? [{ in: "header", name: "Authorization", prefix: ["Bearer "] }] : accepts;
  // Several places for one part are alternatives; for several parts there is one place each.
  for (const [index, place] of places.slice(0, Math.max(1, parts.length)).entries()) {
    const value = `${place.prefix[0] ?? ""}${credentials[parts[index] ?? "token"]}`;
    if (place.in === "query") url.searchParams.set(place.name, value);
    else headers[place.name] = value;
  }
}

function encode(payload, kind, headers) {
  if (kind === "none") return {};
  const body = kind === "form" ? new URLSearchParams(pairs(payload)).toString() : JSON.stringify(payload);
  headers["Content-Type"] = kind === "form" ? "application/x-www-form-urlencoded" : "application/json";
  headers["Content-Length"] = Buffer.byteLength(body);
  return { body };
}

/** `a[b][0]=c`, as form APIs write nested values. */
function pairs(value, name = "") {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[name, textOf(value)]];
  return Object.entries(value).flatMap(([field, inner]) =>
    pairs(inner, name === "" ? field : `${name}[${field}]`),
  );
}
