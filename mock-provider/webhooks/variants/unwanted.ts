import type { Webhooks } from "../../../src/contract/webhooks-model.js";
import type { VariantId } from "../../../src/core/delivery.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { vary } from "../../../src/core/vary.js";
import { firstLack, needsJson, type Variant } from "../variant.js";

/** Correctly signed and well formed, and nothing that a receiver may act on. */
export const unwanted = {
  "changed-value": {
    defects: ["conflict"],
    lacks: (webhooks, event) =>
      firstLack(
        needsFingerprint(webhooks),
        event !== null && event.shape.varies === null ? `the event '${event.kind}' has no \`varies\`` : null,
      ),
    event(content, { event }) {
      const at = event.shape.varies ?? "";
      return setAt(content, at, vary(getAt(content, at)));
    },
  },
  "whitespace-only": {
    defects: ["conflict"],
    lacks: (webhooks, event) => firstLack(needsFingerprint(webhooks), needsJson(webhooks, event)),
    bytes: (body) => Buffer.from(body.toString().replace(/^[{[]/, "$& ")),
  },
  "names-other-source": {
    defects: ["tenant"],
    lacks: ({ source }) =>
      firstLack(
        source.named === null ? "bodies do not name their source" : null,
        source.bound === "none" ? "nothing but the body tells the source" : null,
      ),
    event: (content, { webhooks, otherSource }) => setAt(content, webhooks.source.named ?? "", otherSource),
  },
  "unknown-kind": {
    defects: ["kind"],
    lacks: ({ kind }) => (kind === null ? "deliveries do not say their kind" : null),
    kind: "threeworlds.unknown",
  },
} satisfies Partial<Record<VariantId, Variant>>;

function needsFingerprint({ fingerprint }: Webhooks): string | null {
  return fingerprint.promised === "body" ? null : "a redelivery's bytes may differ";
}
