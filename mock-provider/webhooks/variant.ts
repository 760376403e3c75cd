import type { Signature, Webhooks } from "../../src/contract/webhooks-model.js";
import type { Defect } from "../../src/core/delivery.js";
import type { Json } from "../../src/core/json.js";
import type { Ids } from "../ids.js";
import type { EventRecord } from "./event-book.js";
import type { Scheme, SigningKey } from "./scheme.js";

/** What a variant knows of the delivery it changes. */
export interface Subject {
  webhooks: Webhooks;
  /** The event it acts on: the last of a batch. */
  event: EventRecord;
  /** Where that event stands in the body of the delivery: a JSON Pointer. */
  eventAt: string;
  /** The name of the other source. */
  otherSource: string;
  ids: Ids;
}

/** A delivery on its way to the wire. */
export interface Message {
  method: string;
  url: string;
  headers: [string, string][];
  body: Buffer;
}

/** What tampering works with. */
export interface SignedSubject extends Subject {
  scheme: Scheme;
  terms: Signature;
}

/**
 * How a delivery differs from a plain one. The steps run in this order: the event, the bytes of the whole body, the time
 * and the keys that sign it, the signing, and what is done to it afterwards.
 */
export interface Variant {
  /** What is wrong with it; empty when a careful receiver takes it. */
  defects: readonly Defect[];
  /** Why it cannot be made for a contract; for a given event, too, when there is one. */
  lacks?(webhooks: Webhooks, event: EventRecord | null): string | null;
  /** Another event. */
  event?(content: Json, subject: Subject): Json;
  /** Another kind. */
  kind?: string;
  /** Other bytes, before they are signed. */
  bytes?(body: Buffer, subject: Subject): Buffer;
  contentType?(type: string): string;
  gzip?: boolean;
  /** Another moment of signing, ms; or a text that is none. */
  time?(now: number, terms: Signature): number | string;
  keys?(keys: readonly SigningKey[], subject: SignedSubject): readonly SigningKey[];
  /** What is done once it is signed. */
  tamper?(message: Message, subject: SignedSubject): Message;
  /** The bytes and headers of the delivery before, to the last of them. */
  repeats?: boolean;
  /** A new delivery id, whatever the contract says of redeliveries. */
  newDeliveryId?: boolean;
}

/** Whether bodies are JSON. */
export function isJson({ contentType }: Webhooks): boolean {
  return /[/+]json\b/.test(contentType);
}

/** A message with a header changed by a function; null takes it away. */
export function withHeader(
  message: Message,
  name: string,
  change: (value: string) => string | null,
): Message {
  const headers = message.headers.flatMap(([known, value]): [string, string][] => {
    if (known.toLowerCase() !== name.toLowerCase()) return [[known, value]];
    const other = change(value);
    return other === null ? [] : [[known, other]];
  });
  return { ...message, headers };
}

/** The parts of `lacks`: the first that has something to say. */
export function firstLack(...lacks: (string | null)[]): string | null {
  return lacks.find((lack) => lack !== null) ?? null;
}

export const needsJson = (webhooks: Webhooks, event: EventRecord | null): string | null =>
  firstLack(
    isJson(webhooks) ? null : `bodies are ${webhooks.contentType}, not JSON`,
    event?.content === null ? `the event '${event.kind}' has no body` : null,
  );

export const needsSignature = ({ signature }: Webhooks): string | null =>
  signature === null ? "deliveries are not signed" : null;

/** What variants that make an event malformed need: somebody has to say what is well formed. */
export const needsSchema = (event: EventRecord | null): string | null =>
  event !== null && event.shape.schema === null ? `the event '${event.kind}' has no schema` : null;
