import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Signature, Webhooks } from "../../src/contract/webhooks-model.js";
import type { DeliveryOrder } from "../../src/core/delivery.js";
import type { Json } from "../../src/core/json.js";
import { setAt } from "../../src/core/pointer.js";
import type { Ids } from "../ids.js";
import { encodeBody } from "./body.js";
import type { EventRecord } from "./event-book.js";
import type { Scheme, SigningKey } from "./scheme.js";
import type { Message, Subject, Variant } from "./variant.js";

/** What a delivery is composed of. */
export interface Ingredients {
  webhooks: Webhooks;
  /** Headers that come with every delivery, filled in. */
  headers: readonly [string, string][];
  scheme: Scheme | null;
  /** The source's keys, newest first. */
  keys: readonly SigningKey[];
  events: readonly EventRecord[];
  variant: Variant;
  order: Pick<DeliveryOrder, "secrets">;
  url: string;
  now: number;
  deliveryId: string | null;
  /** Which attempt to deliver these events it is, from 1. */
  attempt: number;
  otherSource: string;
  ids: Ids;
}

/** A delivery as it goes on the wire; `Content-Length` and `Host` are the wire's. */
export interface Composed extends Message {
  deliveryId: string | null;
  /** SHA-256 of the body once content codings are taken off, hex. */
  bodyHash: string;
}

/** One delivery of one or more events, its variant acted out. Pure but for the ids it draws. */
export function compose(ingredients: Ingredients): Composed {
  const { webhooks, events, variant, deliveryId } = ingredients;
  const event = events.at(-1);
  if (event === undefined) throw new Error("A delivery was composed of no events.");
  const subject: Subject = {
    webhooks,
    event,
    eventAt: webhooks.batch === null ? "" : `${webhooks.batch.events}/${events.length - 1}`,
    otherSource: ingredients.otherSource,
    ids: ingredients.ids,
  };
  const time = variant.time?.(ingredients.now, webhooks.signature ?? unsigned) ?? ingredients.now;
  const timestamp = spellTime(time, webhooks.signature);
  const content = contentOf(ingredients, subject, timestamp);
  // A signature that stands in the body is one field of it, so it is there before the bytes are spelled.
  const isInside = webhooks.signature !== null && webhooks.signature.header === null;
  const plain = encodeBody(content, webhooks.contentType);
  const message: Message = {
    method: webhooks.method,
    url: ingredients.url,
    headers: headersOf(ingredients, events, timestamp),
    body: plain,
  };
  const first = isInside ? signed(message, ingredients, subject, timestamp) : message;
  const spelled = variant.bytes?.(first.body, subject) ?? first.body;
  const wire = variant.gzip === true ? gzipSync(spelled) : spelled;
  if (variant.gzip === true) first.headers.push(["Content-Encoding", "gzip"]);
  const covered = webhooks.signature?.covers === "decoded" ? spelled : wire;
  const last = isInside
    ? { ...first, body: wire }
    : { ...signed({ ...first, body: covered }, ingredients, subject, timestamp), body: wire };
  const sent = tampered(last, ingredients, subject);
  const decoded = variant.gzip === true ? spelled : sent.body;
  return {
    ...sent,
    deliveryId,
    bodyHash: createHash("sha256").update(decoded).digest("hex"),
  };
}

/** Terms of nothing, for variants that ask for a time where nothing is signed: they were refused before. */
const unsigned = { tolerance: { past: { promised: null }, future: { promised: null } } } as Signature;

function contentOf(
  { webhooks, events, variant, deliveryId, attempt }: Ingredients,
  subject: Subject,
  timestamp: string | null,
): Json {
  const contents = events.map(({ content: made, attemptAt }, index) => {
    const content = attemptAt.reduce((filled, pointer) => setAt(filled, pointer, attempt), made);
    const own = index === events.length - 1 ? (variant.event?.(content, subject) ?? content) : content;
    const { kind } = webhooks;
    return variant.kind !== undefined && kind?.in === "body" && index === events.length - 1
      ? setAt(own, kind.at, variant.kind)
      : own;
  });
  let body: Json = contents[0] ?? null;
  if (webhooks.batch !== null) {
    body = webhooks.batch.events === "" ? contents : setAt({}, webhooks.batch.events, contents);
  }
  const stamp = webhooks.signature?.timestamp;
  if (stamp?.in === "body" && timestamp !== null) {
    body = setAt(body, stamp.at, stamp.unit === "iso8601" ? timestamp : asNumber(timestamp));
  }
  if (webhooks.delivery?.in === "body") body = setAt(body, webhooks.delivery.at, deliveryId);
  return body;
}

function headersOf(
  { webhooks, variant, headers, deliveryId }: Ingredients,
  events: readonly EventRecord[],
  timestamp: string | null,
): [string, string][] {
  const { kind, identity, delivery, signature, contentType } = webhooks;
  const [first] = events;
  const made: [string, string][] = [
    ["User-Agent", "threeworlds"],
    ["Accept", "*/*"],
    ["Content-Type", variant.contentType?.(contentType) ?? contentType],
    ...headers,
  ];
  if (kind?.in === "header") made.push([kind.at, variant.kind ?? first?.kind ?? ""]);
  if (identity?.in === "header") made.push([identity.at, first?.identity ?? ""]);
  const isOwn = delivery?.in !== identity?.in || delivery?.at !== identity?.at;
  if (delivery?.in === "header" && isOwn) made.push([delivery.at, deliveryId ?? ""]);
  const stamp = signature?.timestamp;
  // Where the signature's own header holds the time, the scheme writes it.
  if (stamp?.in === "header" && stamp.at !== signature?.header) made.push([stamp.at, timestamp ?? ""]);
  return made;
}

function signed(
  message: Message,
  { scheme, webhooks, keys, order, variant, events, deliveryId }: Ingredients,
  subject: Subject,
  timestamp: string | null,
): Message {
  const terms = webhooks.signature;
  if (scheme === null || terms === null) return message;
  const chosen = variant.keys?.(keys, { ...subject, scheme, terms }) ?? chosenKeys(keys, order.secrets);
  const identity = events[0]?.identity ?? "";
  const result = scheme.sign({ ...message, timestamp, identity, deliveryId }, chosen, terms);
  return {
    method: message.method,
    url: result.url ?? message.url,
    headers: [...message.headers, ...result.headers],
    body: result.body ?? message.body,
  };
}

function tampered(message: Message, { variant, scheme, webhooks }: Ingredients, subject: Subject): Message {
  const terms = webhooks.signature;
  if (variant.tamper === undefined || scheme === null || terms === null) return message;
  return variant.tamper(message, { ...subject, scheme, terms });
}

function chosenKeys(
  keys: readonly SigningKey[],
  secrets: DeliveryOrder["secrets"] = "all",
): readonly SigningKey[] {
  if (secrets === "all") return keys;
  if (secrets === "allOldestFirst") return keys.toReversed();
  return secrets === "newest" ? keys.slice(0, 1) : keys.slice(-1);
}

/** A moment as the provider spells it; a text that is no moment as it is. */
function spellTime(time: number | string, signature: Signature | null): string | null {
  if (signature === null || signature.timestamp === null) return null;
  if (typeof time === "string") return time;
  if (signature.timestamp.unit === "iso8601") return new Date(time).toISOString();
  return String(signature.timestamp.unit === "ms" ? time : Math.floor(time / 1000));
}

function asNumber(text: string): Json {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
