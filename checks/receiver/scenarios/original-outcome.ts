import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, noIdentity, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "original-outcome",
  title: "An old event is delivered again after newer ones have been applied",
  why: "Its answer is the outcome of that event, whatever is true by now.",
  family: "delivery",
  plan: (subject) => [
    variant(
      null,
      [make("A"), make("B"), deliver("A"), deliver("B"), deliver("A"), deliver("B")],
      noIdentity(subject),
      subject.webhooks.result === null
        ? "the contract names no place where an answer states the outcome (`result`)"
        : null,
    ),
  ],
};

export default scenario;
