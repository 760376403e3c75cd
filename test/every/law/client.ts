import { request } from "node:http";
import type { BodyKind, Contract, Route } from "../../../src/contract/model.js";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { fillTemplate } from "../../../src/core/template.js";
import { keyVariable, queryFor } from "./graphql.js";

/** Who is asking and where. */
export interface Caller {
  contract: Contract;
  baseUrl: string;
  /** As the provider issued them. */
  credentials: JsonObject;
}

/** A request before it is put into bytes. */
export interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Json;
  kind: BodyKind;
}

/** What came back. */
export interface Reply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** A text when it is not JSON; undefined when there is none. */
  body: Json | undefined;
}

/** What a write asks for. */
export interface Ask {
  payload: Json;
  /** Path, query and header values. */
  parameters: Record<string, string>;
}

type Write = Contract["operations"][number];

/** A write as the contract's example says, with the key (null: none) where the contract wants it. */
export function writeOf(
  caller: Caller,
  operation: Write,
  ask: Ask,
  key: string | null,
  kind?: BodyKind,
): Sent {
  const { request: shape, idempotency } = operation;
  const place = idempotency?.key ?? null;
  const inPath = place?.in === "path" && key !== null ? { [place.name]: key } : {};
  const sent = start(caller, shape, { ...ask.parameters, ...inPath }, kind ?? shape.body[0] ?? "none");
  for (const name of Object.keys(shape.example.query)) {
    sent.url.searchParams.set(name, ask.parameters[name] ?? "");
  }
  for (const [name, value] of Object.entries(shape.headers)) {
    sent.headers[name] = ask.parameters[name] ?? value ?? "any";
  }
  for (const name of Object.keys(shape.example.headers)) sent.headers[name] = ask.parameters[name] ?? "";
  sent.body = ask.payload;
  if (place === null || key === null) return sent;
  if (place.in === "header") sent.headers[place.name] = key;
  if (place.in === "query") sent.url.searchParams.set(place.name, key);
  if (place.in === "body") sent.body = setAt(ask.payload ?? {}, place.name, key);
  if (place.in === "graphqlDirective") {
    sent.body = setAt(ask.payload ?? {}, `/variables/${keyVariable(ask.payload, place.name)}`, key);
  }
  return sent;
}

/** A read of the contract's, filled in from `values` and from the write that it is about. */
export function readOf(
  caller: Caller,
  route: Route,
  ask: Ask,
  values: Record<string, Json | undefined>,
  answer?: Json,
): Sent {
  const resolve = (name: string): Json | undefined => {
    if (name === "account") return caller.credentials["account"];
    const [root, part, ...path] = name.split(".");
    if (root !== "request") return values[name];
    if (part === "body") return getAt(ask.payload, `/${path.join("/")}`);
    return ask.parameters[path.join(".")];
  };
  const parameters = { ...ask.parameters };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) parameters[name] = text(value);
  const path = text(fillTemplate(route.path, resolve) ?? "");
  const kind = route.method === "GET" ? "none" : (route.body[0] ?? "none");
  const sent = start(caller, { ...route, path }, parameters, kind);
  for (const [name, template] of Object.entries(route.query)) {
    const value = fillTemplate(template, resolve);
    if (value !== undefined) sent.url.searchParams.set(name, text(value));
  }
  sent.body = {};
  for (const [pointer, template] of Object.entries(route.match.body)) {
    sent.body = setAt(sent.body, pointer, fillTemplate(template, resolve) ?? null);
  }
  if (kind === "graphql") sent.body = setAt(sent.body, "/query", queryFor(route, answer ?? {}));
  return sent;
}

/** Puts a request on the wire, once and on a connection of its own, and reads the whole answer. */
export async function exchange({ method, url, headers, body, kind }: Sent): Promise<Reply> {
  const { bytes, type } = await encode(body, method === "GET" ? "none" : kind);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent: false,
      headers: {
        ...headers,
        ...(type === null ? {} : { "Content-Type": type, "Content-Length": String(bytes.length) }),
      },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let received = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const known = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(known) as Record<string, string>,
          body: received === "" ? undefined : parsed(received),
        });
      });
    });
    sent.end(bytes);
  });
}

function start(
  caller: Caller,
  { method, path }: Route,
  parameters: Record<string, string>,
  kind: BodyKind,
): Sent {
  const { contract, credentials } = caller;
  const { account } = contract.credentials;
  const own = text(credentials["account"] ?? "");
  const known = account.in === "path" ? { ...parameters, [account.name]: own } : parameters;
  const filled = path
    .replaceAll(/\{\.[^}]*\}/g, "")
    .replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? ""));
  const sent: Sent = { method, url: new URL(caller.baseUrl + filled), headers: {}, body: null, kind };
  if (account.in === "header") sent.headers[account.name] = own;
  authorise(caller, sent);
  return sent;
}

function authorise({ contract, credentials }: Caller, sent: Sent): void {
  const { scheme, accepts, parts } = contract.credentials;
  const part = (name: string | undefined): string => text(credentials[name ?? "token"] ?? "");
  if (scheme === "none") return;
  if (scheme === "basic") {
    const pair = Buffer.from(parts.map(part).join(":")).toString("base64");
    sent.headers["Authorization"] = `Basic ${pair}`;
    return;
  }
  const usual = { in: "header" as const, name: "Authorization", prefix: ["Bearer "] };
  const places = accepts.length === 0 ? [usual] : accepts;
  // Several places for one part are alternatives; several parts have one place each.
  for (const [index, place] of places.slice(0, Math.max(1, parts.length)).entries()) {
    const value = `${place.prefix[0] ?? ""}${part(parts[index])}`;
    if (place.in === "query") sent.url.searchParams.set(place.name, value);
    else sent.headers[place.name] = value;
  }
}

interface Encoded {
  bytes: Buffer;
  type: string | null;
}

async function encode(body: Json, kind: BodyKind): Promise<Encoded> {
  switch (kind) {
    case "json":
    case "graphql":
      return { bytes: Buffer.from(JSON.stringify(body)), type: "application/json" };
    case "form": {
      const form = new URLSearchParams(fields(body)).toString();
      return { bytes: Buffer.from(form), type: "application/x-www-form-urlencoded" };
    }
    case "multipart": {
      const form = new FormData();
      for (const [name, value] of fields(body)) form.append(name, value);
      const encoded = new Response(form);
      return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") };
    }
    default:
      return { bytes: Buffer.alloc(0), type: null };
  }
}

/** `a[b][0]=c`, as form APIs write nested values. */
function fields(value: Json, name = ""): [string, string][] {
  if (value === null) return [];
  if (!isObject(value) && !Array.isArray(value)) return [[name, text(value)]];
  return Object.entries(value).flatMap(([field, inner]) =>
    fields(inner, name === "" ? field : `${name}[${field}]`),
  );
}

function parsed(received: string): Json {
  try {
    return JSON.parse(received) as Json;
  } catch {
    return received;
  }
}

/** A scalar as it stands in a URL, a header or a form. */
export function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
