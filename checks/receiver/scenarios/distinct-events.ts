import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "distinct-events",
  title: "Two events happen one after the other",
  why: "Events may be equal in all but their identity. One that is taken for a repeat of the other is lost.",
  family: "delivery",
  plan: ({ webhooks }) => [
    variant(
      "equal-content",
      [make("A"), make("B"), deliver("A"), deliver("B")],
      webhooks.identity === null
        ? "nothing but their identity tells such events apart, and there is none"
        : null,
    ),
    variant(
      "other-content",
      [make("A", { value: "varied" }), make("B", { value: "varied" }), deliver("A"), deliver("B")],
      webhooks.events[0]?.varies == null ? "the event names no field that `varies`" : null,
    ),
  ],
};

export default scenario;
