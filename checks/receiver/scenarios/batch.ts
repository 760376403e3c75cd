import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "batch",
  title: "Several events travel in one delivery",
  why: "Each of them is an event of its own, also when the batch comes again or in other company.",
  family: "delivery",
  plan({ webhooks, lacks }) {
    const none = webhooks.batch === null ? "each event travels alone (`batch: none`)" : null;
    const three = [make("A"), make("B"), make("C")];
    return [
      variant("whole", [...three, { step: "deliver", events: ["A", "B", "C"] }], none),
      variant(
        "other-company",
        [
          ...three,
          { step: "deliver", events: ["A", "B"] },
          { step: "deliver", events: ["B", "C"] },
          deliver("A"),
        ],
        none,
      ),
      variant(
        "one-bad-item",
        [...three, { step: "deliver", events: ["A", "B"], as: "one-bad-item", once: true }, deliver("C")],
        none,
        lacks("one-bad-item"),
      ),
    ];
  },
};

export default scenario;
