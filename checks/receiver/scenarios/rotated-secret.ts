import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, restart, rotate, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "rotated-secret",
  title: "The secret is changed while deliveries go on",
  why: "For a while two secrets are good. Whoever looks at one signature or one secret only is cut off.",
  family: "authenticity",
  plan({ webhooks: { signature } }) {
    const unsigned = signature === null ? "deliveries are not signed" : null;
    const single =
      signature?.secrets.several === "single"
        ? "a delivery carries one signature (`secrets: { several: single }`)"
        : null;
    return [
      variant(
        "old-and-new",
        [
          make("A"),
          deliver("A"),
          rotate,
          restart("all"),
          make("B"),
          deliver("B", { secrets: "newest" }),
          make("C"),
          deliver("C", { secrets: "oldest" }),
          { step: "endRotation" },
          restart(),
          make("D"),
          deliver("D"),
        ],
        unsigned,
      ),
      variant(
        "either-order",
        [
          rotate,
          make("A"),
          // Started with the old secret, it does not know the new one yet.
          deliver("A", { secrets: "all" }),
          make("B"),
          deliver("B", { secrets: "allOldestFirst" }),
          restart("newest"),
          make("C"),
          deliver("C", { secrets: "all" }),
          make("D"),
          deliver("D", { secrets: "allOldestFirst" }),
        ],
        unsigned,
        single,
      ),
    ];
  },
};

export default scenario;
