import type { VariantId } from "../../../src/core/delivery.js";
import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, deliverAs, make, variant } from "../steps.js";

const forgeries: Record<string, VariantId> = {
  "wrong-secret": "wrong-secret",
  "tampered-body": "tampered-body",
  "missing-header": "missing-signature",
  "malformed-header": "malformed-signature",
  reserialised: "reserialised",
  "delivery-id-changed": "delivery-id-changed",
};

const scenario: ReceiverScenario = {
  id: "bad-signature",
  title: "A delivery is not signed as agreed",
  why: "Anybody who knows the address can send one.",
  family: "authenticity",
  plan({ webhooks, lacks }) {
    const unsigned = webhooks.signature === null ? "deliveries are not signed" : null;
    return [
      ...Object.entries(forgeries).map(([name, as]) =>
        variant(name, [...aliveWith(), make(), deliverAs(as)], unsigned, lacks(as)),
      ),
      variant(
        "known-event",
        [...aliveWith(), make(), deliver(), deliverAs("wrong-secret")],
        unsigned,
        lacks("wrong-secret"),
      ),
      // What was refused must not be remembered: the genuine event comes after it.
      variant(
        "then-genuine",
        [make(), deliverAs("wrong-secret"), deliver()],
        unsigned,
        lacks("wrong-secret"),
      ),
    ];
  },
};

export default scenario;
