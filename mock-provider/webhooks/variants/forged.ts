import type { Signature, Webhooks } from "../../../src/contract/webhooks-model.js";
import type { VariantId } from "../../../src/core/delivery.js";
import type { Json } from "../../../src/core/json.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { vary } from "../../../src/core/vary.js";
import { decodeBody, encodeBody } from "../body.js";
import { fieldsOf } from "../fields.js";
import {
  firstLack,
  needsJson,
  needsSignature,
  withHeader,
  type Message,
  type SignedSubject,
  type Variant,
} from "../variant.js";

/** What nobody but the provider could have sent, and the provider did not. */
export const forged = {
  "wrong-secret": {
    defects: ["signature"],
    lacks: needsSignature,
    keys: (_, { scheme, ids, terms }) => [scheme.makeKey(ids, terms)],
  },
  "tampered-body": {
    defects: ["signature"],
    lacks: (webhooks, event) =>
      firstLack(
        needsSignature(webhooks),
        event?.content === null ? `the event '${event.kind}' has no body` : null,
      ),
    tamper: tamperBody,
  },
  "missing-signature": {
    defects: ["signature"],
    lacks: needsSignature,
    tamper: (message, subject) => withSignature(message, subject, () => null),
  },
  "malformed-signature": {
    defects: ["signature"],
    lacks: needsSignature,
    tamper: (message, subject) =>
      withSignature(message, subject, (value) => `${value.slice(0, Math.ceil(value.length / 2))}%`),
  },
  /** On the way it is parsed and written again with other blanks: who verifies a rewriting of it takes it. */
  reserialised: {
    defects: ["signature"],
    lacks: (webhooks, event) =>
      firstLack(
        needsSignature(webhooks),
        needsJson(webhooks, event),
        webhooks.signature?.bindsBytes === false ? "the signature does not bind the bytes" : null,
      ),
    tamper: (message) => ({
      ...message,
      body: Buffer.from(JSON.stringify(JSON.parse(message.body.toString()), null, 2)),
    }),
  },
  "delivery-id-changed": {
    defects: ["signature"],
    lacks: (webhooks) =>
      firstLack(
        needsSignature(webhooks),
        signedIdHeader(webhooks) === null ? "no id in a header is signed" : null,
      ),
    tamper: (message, { webhooks }) =>
      withHeader(message, signedIdHeader(webhooks) ?? "", (value) => swapLast(value)),
  },
} satisfies Partial<Record<VariantId, Variant>>;

function withSignature(
  message: Message,
  { scheme, terms }: SignedSubject,
  change: (signature: string) => string | null,
): Message {
  if (terms.header !== null) return withHeader(message, terms.header, change);
  return { ...message, body: scheme.replaceSignature?.(message.body, change) ?? message.body };
}

/** The header whose id is part of what is signed. */
function signedIdHeader({ signature, delivery, identity }: Webhooks): string | null {
  if (signature === null) return null;
  if (isStandard(signature)) return (signature.header ?? "").replace(/signature$/, "id");
  if (signature.signs.includes("{delivery}") && delivery?.in === "header") return delivery.at;
  return signature.signs.includes("{identity}") && identity?.in === "header" ? identity.at : null;
}

function isStandard({ scheme }: Signature): boolean {
  return scheme === "standard-webhooks" || scheme === "standard-webhooks-v1a";
}

/** Another last letter or digit: the id stays well formed. */
function swapLast(value: string): string {
  const last = value.at(-1) ?? "";
  return `${value.slice(0, -1)}${last === "1" ? "2" : "1"}`;
}

/** One field says something else than what was signed. */
function tamperBody(message: Message, { webhooks, event, eventAt }: SignedSubject): Message {
  const [field] = fieldsOf(event, webhooks);
  if (field === undefined) return { ...message, body: Buffer.concat([message.body, Buffer.from(" ")]) };
  const at = `${eventAt}${field}`;
  const body: Json = decodeBody(message.body, webhooks.contentType);
  const other = setAt(body, at, vary(getAt(body, at)));
  return { ...message, body: encodeBody(other, webhooks.contentType) };
}
