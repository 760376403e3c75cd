import type { Json } from "./json.js";

/** An event that happens at the provider: data, so that a scenario can hold it. */
export interface EventOrder {
  /** How deliveries of the same scenario refer to it, e.g. `A`. */
  name: string;
  /** One of the contract's `events`; default: the first. */
  kind?: string;
  /** Whose event it is; default `first`. */
  source?: SourceName;
  /** `varied`: the field that the event's `varies` names differs from the example, from each other varied event, too. */
  value?: "example" | "varied";
  /** The name of an event about the same object (`order.per`); otherwise each event has an object of its own. */
  about?: string;
  /** How long after the clock's now it happened at the provider (`order.age`), ms; negative: before. */
  happenedMs?: number;
  /** JSON Pointers into the event and what stands there instead of what the example has. */
  set?: Record<string, Json>;
  /** The name of an event whose identity it shares, though it is another one. */
  identityOf?: string;
}

/** Whose events a provider sends. Two sources exist in every world, each with secrets of its own. */
export type SourceName = "first" | "second";

/** How a delivery differs from a plain one. What each does: `docs/webhooks.md`. */
export const variantIds = [
  // Genuine: a careful receiver takes them.
  "plain",
  "same-bytes",
  "new-delivery-id",
  "spelled-otherwise",
  "non-ascii",
  "charset",
  "gzip",
  "unknown-scheme-beside",
  "almost-stale",
  "almost-future",
  // Forged, or signed at a wrong time.
  "wrong-secret",
  "tampered-body",
  "missing-signature",
  "malformed-signature",
  "reserialised",
  "delivery-id-changed",
  "stale",
  "future",
  "not-a-number",
  // Correctly signed, and nothing that may have an effect.
  "changed-value",
  "whitespace-only",
  "names-other-source",
  "unknown-kind",
  "not-json",
  "duplicate-key",
  "invalid-utf8",
  "nan-constant",
  "wrong-type",
  "boolean-as-integer",
  "string-as-integer",
  "out-of-range",
  "missing-field",
  "extra-field",
  "oversized",
  "deep-nesting",
  "one-bad-item",
] as const;
export type VariantId = (typeof variantIds)[number];

/** One delivery that the provider is to send: data, so that a scenario can hold it. */
export interface DeliveryOrder {
  /** Names of events that were made; several travel as one batch. One that was delivered before is redelivered as the contract says. */
  events: string[];
  /** Default `plain`. */
  as?: VariantId;
  /** Which of the source's secrets sign it; default `all`. A scheme without room for several signs with the newest of them. */
  secrets?: "all" | "allOldestFirst" | "newest" | "oldest";
  wire?: WireForm;
  /** How long the provider waits for the answer once all is sent, real ms; default: what `acknowledge.within` says. */
  waitMs?: number;
}

/** How the bytes of a delivery travel. */
export interface WireForm {
  /** Sent with `Transfer-Encoding: chunked` in pieces of this many bytes, instead of with a `Content-Length`. */
  chunkBytes?: number;
  /** The body leaves in this many separate writes, the first with the headers. */
  writes?: number;
  /** The header names in lower case, in upper case, or as the provider writes them. */
  headerNames?: "lower" | "upper";
  /** The provider goes away: once the whole request was sent, or once the answer began to come, which is then lost. */
  leaves?: { when: "sent" | "answered"; how: "fin" | "rst" };
  /** The provider reads nothing of the answer for so long, ms. */
  readsAfterMs?: number;
}

/** What is wrong with a delivery on purpose; a delivery without any is genuine. */
export type Defect =
  /** The signature does not fit the bytes, the secret, or is not there. */
  | "signature"
  /** The signed time is outside of the tolerance, or no time. */
  | "time"
  /** Correctly signed, and not what the contract says an event looks like. */
  | "content"
  /** Correctly signed, and longer than the contract allows. */
  | "size"
  /** Correctly signed, and its identity was used for other bytes before. */
  | "conflict"
  /** Correctly signed by one source, and it names another. */
  | "tenant"
  /** Correctly signed, of a kind that the contract does not list: answered as `unknownKind` says, and never with an effect. */
  | "kind"
  /** Correctly signed, in a content coding that the contract does not speak of: it may be taken or refused, but not misread. */
  | "coding";

/** How a delivery ended, as the provider saw it. */
export type DeliveryEnd =
  | { is: "answered"; status: number; headers: Record<string, string>; body: string; tookMs: number }
  | { is: "lost"; how: LossOf; tookMs: number };

/**
 * Why there is no answer. `refused`: no connection; `closed` and `reset`: the receiver ended it; `late`: the provider
 * waited as long as it does; `left`: the provider went, as it was told to.
 */
export type LossOf = "refused" | "closed" | "reset" | "late" | "left" | "unreadable";
