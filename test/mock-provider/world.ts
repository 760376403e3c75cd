import type { Provider, ProviderOptions } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadContract } from "../../src/contract/load.js";
import { only, type EntryKind, type EntryOf } from "../../src/core/history.js";
import type { Json, JsonObject } from "../../src/core/json.js";

/** A provider of the operations in the YAML text; `top` stands beside them. */
export function startWith(operations: string, top = "", options: ProviderOptions = {}): Promise<Provider> {
  return startProvider(loadContract(contractText(operations, top), "test.yaml"), {
    seed: 7,
    startAt: Date.parse("2026-11-30T12:00:00.000Z"),
    ...options,
  });
}

export function contractText(operations: string, top = ""): string {
  const provider = top.includes("provider:") ? "" : "provider: { name: Test, docs: https://test.example }\n";
  return `threeworlds: 1\n${provider}${top}\noperations:\n${indent(operations)}\n`;
}

/** An operation that creates tickets; more keys can be added below it. */
export const createTicket = `
createTicket:
  nature: creates
  request:
    method: POST
    path: /tickets
    body: json
    reference: /external_id
    example: { body: { subject: Printer, external_id: "{{businessKey}}" } }
    varies: /subject
  answer:
    is: receipt
    status: 201
    receipt: { in: body, pointer: /id }
    body: { id: "{{effect.id}}", subject: "{{request.body.subject}}" }
  effect: { id: "tkt_{{sequence}}" }
`;

/** The same with further keys, which are indented to stand in it. */
export function createTicketWith(more: string): string {
  return `${createTicket.trimEnd()}\n${indent(more)}`;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Null when it is not JSON. */
  body: Json;
}

/** One request with the credential of the first account, unless others are given. */
export async function call(
  provider: Provider,
  method: string,
  target: string,
  options: { body?: Json; raw?: string; headers?: Record<string, string>; as?: "first" | "second" } = {},
): Promise<Reply> {
  const { token } = provider.credentials[options.as ?? "first"];
  const response = await fetch(`${provider.baseUrl}${target}`, {
    method,
    redirect: "manual",
    headers: {
      ...(typeof token === "string" ? { Authorization: `Bearer ${token}` } : {}),
      ...(options.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.raw === undefined ? {} : { body: options.raw }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Opens a ticket under a key. */
export function open(provider: Provider, key: string | null, body: JsonObject = {}): Promise<Reply> {
  return call(provider, "POST", "/tickets", {
    body: { subject: "Printer", ...body },
    headers: key === null ? {} : { "Idempotency-Key": key },
  });
}

/** The journal's entries of one kind. */
export function entriesOf<K extends EntryKind>(provider: Provider, kind: K): EntryOf<K>[] {
  return only(provider.journal.entries(), kind);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function indent(text: string): string {
  return text.trim().replaceAll(/^/gm, "  ");
}
