import type { ReceiverScenario } from "../scenario.js";
import { deliver, deliverAs, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "conflicting-bytes",
  title: "The identity of an applied event comes with other bytes",
  why: "Which of the two is true, the receiver cannot know: it changes nothing and says so.",
  family: "delivery",
  plan: ({ webhooks, lacks }) =>
    (["changed-value", "whitespace-only"] as const).map((as) =>
      variant(
        as,
        [make(), deliver(), deliverAs(as), deliver()],
        webhooks.fingerprint.promised === "body"
          ? null
          : "the contract does not say that a repeat has the same bytes (`fingerprint: body`)",
        lacks(as),
      ),
    ),
};

export default scenario;
