import type { Json, JsonObject } from "../core/json.js";
import type { SchemeName } from "./scheme-names.js";
import type { Place, Stated } from "./stated.js";

/** What the provider sends by itself, and what it expects of a receiver; defaults filled in, durations in milliseconds. */
export interface Webhooks {
  method: "POST" | "PUT" | "GET";
  contentType: string;
  /** Sent with every delivery beside those named below; values are templates. */
  headers: Record<string, string>;
  /** Where the kind of an event stands; null when nothing in a delivery says it. */
  kind: Place | null;
  events: WebhookEvent[];
  unknownKind: Stated<"acknowledge" | "refuse">;
  /** What a receiver deduplicates on; null when the provider names nothing. */
  identity: (Place & { format: string }) | null;
  /** `body`: one identity with other bytes is a conflict; `none`: a redelivery's bytes may differ. */
  fingerprint: Stated<"body" | "none">;
  /** The id of one transmission; null when there is none. */
  delivery: (Place & { format: string; changesOnRedelivery: boolean }) | null;
  /** Which of two events about one object is newer; null when nothing tells. Pointers into the event. */
  order: { per: string; age: string } | null;
  /** Where the list of events stands in the body of a delivery; null when each travels alone. */
  batch: { events: string; partial: "allOrNothing" | "perItem" } | null;
  /** Where a receiver's answer states the outcome of an event; null when nowhere. */
  result: string | null;
  /** null: not signed. */
  signature: Signature | null;
  acknowledge: {
    success: StatusWord[];
    /** How soon a receiver has to answer, ms; promised null: the provider does not say. */
    withinMs: Stated<number>;
  };
  /** null: what was missed does not come again by itself. */
  redelivery: Redelivery | null;
  duplicates: Stated<"atLeastOnce" | "atMostOnce" | "exactlyOnce">;
  /** The longest body that a receiver has to take; null when the contract sets no limit. */
  bodyBytes: number | null;
  source: {
    /** What tells whose event it is. */
    bound: "credential" | "path" | "none";
    /** Pointer to where a body names its source; null when it does not. */
    named: string | null;
  };
}

export interface WebhookEvent {
  kind: string;
  /** Of one event, also where events travel in batches. */
  schema: JsonObject | null;
  /** A template; undefined: the delivery has no body. */
  example?: Json;
  /** JSON Pointer to the field that makes one event differ from another; null when there is none. */
  varies: string | null;
  /** `adds`: each counts; `sets`: the newest state counts. */
  meaning: Stated<"adds" | "sets">;
}

/** A status, a class of statuses such as `5xx`, or `noAnswer`. */
export type StatusWord = number | string;

/** How deliveries are signed: a named scheme, or one that is written out (`scheme: "hmac"`). */
export interface Signature {
  scheme: SchemeName;
  /** The header that carries it; null where it stands in the body. */
  header: string | null;
  /** The six that describe `hmac`; named schemes hold what they use of them. */
  algorithm: "sha1" | "sha256" | "sha512";
  encoding: "hex" | "base64";
  prefix: string;
  secret: { encoding: "utf8" | "hex" | "base64"; bytes: number };
  /** A text with `{body}`, `{timestamp}`, `{delivery}`, `{identity}`, `{url}` and `{method}`. */
  signs: string;
  /** Where the signed time stands; null when no time is signed. In a scheme of its own (`stripe`) it is part of the signature's header. */
  timestamp: (Place & { unit: "s" | "ms" | "iso8601" }) | null;
  tolerance: {
    /** How old a signature may be, ms. */
    past: Stated<number | "unchecked">;
    /** How far ahead its time may be, ms. */
    future: Stated<number | "unchecked">;
  };
  /** How a delivery carries several signatures while a secret is rotated; `single`: it does not. */
  secrets: { several: "joined" | "repeatedHeader" | "single"; separator: string };
  /** Whether a change of spelling that leaves the value alone breaks the signature. */
  bindsBytes: boolean;
  /** Whether the bytes on the wire are signed, or the body after content codings are taken off. */
  covers: "wire" | "decoded";
}

export interface Redelivery {
  when: StatusWord[];
  /** Statuses after which the provider does not try again. */
  final: StatusWord[];
  /** How long after the attempt before each attempt comes, ms, the first one's delay first; the last repeats until `forMs` is over. */
  scheduleMs: Stated<number[]>;
  /** How long the provider goes on, ms; promised null: it does not say. */
  forMs: Stated<number | null>;
  /** Whether a redelivery is signed anew. */
  resigned: Stated<boolean>;
}
