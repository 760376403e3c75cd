import { getAt, setAt } from "../../../dist/src/core/pointer.js";
import { fillTemplate } from "../../../dist/src/core/template.js";
import { textOf } from "./text.mjs";

/** The write as it travels: the payload untouched, the key (null: none) where the contract wants it. */
export function writeRequest(world, contract, operation, record, key) {
  const { request, idempotency } = operation;
  const sent = start(world, contract, request, record.parameters);
  let payload = record.payload;
  for (const [name, value] of Object.entries(request.headers)) {
    sent.headers[name] = record.parameters[name] ?? value ?? "1";
  }
  for (const name of Object.keys(request.example.headers)) sent.headers[name] = record.parameters[name];
  for (const name of Object.keys(request.example.query)) {
    sent.url.searchParams.set(name, record.parameters[name]);
  }
  if (idempotency !== null && key !== null) {
    const place = idempotency.key;
    if (place.in === "header") sent.headers[place.name] = key;
    if (place.in === "query") sent.url.searchParams.set(place.name, key);
    if (place.in === "body") payload = setAt(payload ?? {}, place.name, key);
  }
  return { ...sent, ...encode(payload, request.body[0] ?? "none", sent.headers) };
}

/** A read of the contract's, with `{{…}}` and `{…}` filled from `values`. */
export function readRequest(world, contract, route, parameters, values) {
  const resolve = (name) => values[name];
  const filled = { ...parameters };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) filled[name] = textOf(value);
  const request = start(
    world,
    contract,
    { ...route, path: textOf(fillTemplate(route.path, resolve)) },
    filled,
  );
  for (const [name, template] of Object.entries(route.query)) {
    const value = fillTemplate(template, resolve);
    if (value !== undefined) request.url.searchParams.set(name, textOf(value));
  }
  return request;
}

/** The value of the natural key that is in the payload or the parameters already, if the contract's key is one. */
export function naturalKey(operation, record) {
  const { idempotency } = operation;
  if (idempotency === null) return undefined;
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
