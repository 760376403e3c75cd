import type { VariantId } from "../../../src/core/delivery.js";
import { setAt } from "../../../src/core/pointer.js";
import { textField } from "../fields.js";
import { oddSpelling } from "../odd-spelling.js";
import { firstLack, needsJson, withHeader, type Variant } from "../variant.js";

/** Letters beyond ASCII, beyond Latin-1, beyond 16 bits, combined ones, and the line separators of JavaScript. */
const nonAscii = "Zoë Jose\u0301 東京 🦊 \u2028 end";

/** What a careful receiver takes. */
export const genuine = {
  plain: { defects: [] },
  "same-bytes": { defects: [], repeats: true },
  "new-delivery-id": {
    defects: [],
    newDeliveryId: true,
    lacks: ({ delivery, identity }) =>
      firstLack(
        delivery === null ? "deliveries have no id of their own" : null,
        delivery?.in === identity?.in && delivery?.at === identity?.at
          ? "the id of the delivery is the event's identity"
          : null,
      ),
  },
  /** Signed over bytes that do not survive being parsed and written again. */
  "spelled-otherwise": {
    defects: [],
    lacks: needsJson,
    bytes: (body) => oddSpelling(body),
  },
  "non-ascii": {
    defects: [],
    lacks: (webhooks, event) =>
      event === null || textField(event, webhooks, nonAscii) !== null ? null : "no field may hold any text",
    event(content, { event, webhooks }) {
      const at = textField(event, webhooks, nonAscii);
      return at === null ? content : setAt(content, at, nonAscii);
    },
  },
  charset: { defects: [], contentType: (type) => `${type}; charset=utf-8` },
  gzip: {
    defects: ["coding"],
    gzip: true,
    lacks: ({ events }) =>
      events.every(({ example }) => example === undefined) ? "deliveries have no body" : null,
  },
  /** A signature of a version nobody knows stands beside the right one. */
  "unknown-scheme-beside": {
    defects: [],
    lacks: ({ signature }) =>
      signature?.scheme === "stripe" || signature?.scheme.startsWith("standard-webhooks") === true
        ? null
        : "the signature's header has no room for a version that nobody knows",
    tamper: (message, { terms }) =>
      withHeader(message, terms.header ?? "", (value) =>
        terms.scheme === "stripe" ? `${value},v0=${"0".repeat(64)}` : `v9,AAAA ${value}`,
      ),
  },
} satisfies Partial<Record<VariantId, Variant>>;
