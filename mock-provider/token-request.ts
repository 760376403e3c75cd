import type { OAuth } from "../src/contract/model.js";
import { isObject, type Json } from "../src/core/json.js";
import { mask } from "../src/core/mask.js";
import type { ReadBody } from "./request-body.js";

/** The one client of a provider: the application that both accounts gave their consent to. */
export interface Client {
  id: string;
  secret: string;
}

/** What a token endpoint refuses with: RFC 6749, section 5.2. */
export interface TokenRefusal {
  error: "invalid_request" | "invalid_client" | "unsupported_grant_type";
  why: string;
}

/** Why a request to the token endpoint is not one for a refresh by this client; null when it is. */
export function tokenProblem(
  read: ReadBody,
  authorization: string | undefined,
  client: Client,
  clientAuth: OAuth["clientAuth"]["enacted"],
): TokenRefusal | null {
  const invalid = (why: string): TokenRefusal => ({ error: "invalid_request", why });
  if (read.kind !== "form") return invalid("The body: expected application/x-www-form-urlencoded.");
  const grant = parameterIn(read.value, "grant_type");
  if (grant === null) return invalid("The parameter grant_type is missing.");
  if (!isClient(read, authorization, client, clientAuth)) {
    return { error: "invalid_client", why: clientProblem(clientAuth) };
  }
  if (grant !== "refresh_token") {
    const why = `The parameter grant_type: expected refresh_token, got '${grant}'.`;
    return { error: "unsupported_grant_type", why };
  }
  return parameterIn(read.value, "refresh_token") === null
    ? invalid("The parameter refresh_token is missing.")
    : null;
}

/** A parameter of a form; null when it is not there, empty, or there twice. */
export function parameterIn(value: Json, name: string): string | null {
  const there = isObject(value) ? value[name] : undefined;
  return typeof there === "string" && there !== "" ? there : null;
}

function isClient(
  read: ReadBody,
  authorization: string | undefined,
  { id, secret }: Client,
  clientAuth: OAuth["clientAuth"]["enacted"],
): boolean {
  if (clientAuth !== "basic") {
    const isNamed = parameterIn(read.value, "client_id") === id;
    return isNamed && (clientAuth === "none" || parameterIn(read.value, "client_secret") === secret);
  }
  const [, pair = ""] = /^basic +(\S+)$/i.exec(authorization ?? "") ?? [];
  const [user = "", ...password] = Buffer.from(pair, "base64").toString("utf8").split(":");
  return decoded(user) === id && decoded(password.join(":")) === secret;
}

/** Both parts are encoded as in a form before they are joined: RFC 6749, section 2.3.1. */
function decoded(text: string): string {
  return new URLSearchParams(`_=${text}`).get("_") ?? "";
}

function clientProblem(clientAuth: OAuth["clientAuth"]["enacted"]): string {
  switch (clientAuth) {
    case "basic":
      return "The client: expected its id and secret in the header Authorization (Basic).";
    case "body":
      return "The client: expected its client_id and client_secret in the body.";
    default:
      return "The client: expected its client_id in the body.";
  }
}

const secretFields = new Set(["client_secret", "access_token", "refresh_token", "client_assertion"]);

/** The body of a request or an answer of the token endpoint as the journal may hold it. */
export function maskTokenFields<T>(body: T): T {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, secretFields.has(name) ? mask : (value as unknown)]),
  ) as T;
}
