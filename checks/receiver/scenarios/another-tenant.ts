import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, deliverAs, make, noIdentity, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "another-tenant",
  title: "Two sources deliver to one receiver",
  why: "What one of them sends must neither reach the other's data nor hide the other's events.",
  family: "authenticity",
  plan(subject) {
    const { capabilities, lacks } = subject;
    const alone = capabilities.includes("sources")
      ? null
      : "the receiver serves one source (capability `sources`)";
    return [
      variant(
        "named-in-body",
        [...aliveWith(), make(), deliverAs("names-other-source")],
        lacks("names-other-source"),
        alone,
      ),
      variant(
        "same-identity-two-sources",
        [
          make("A", { source: "first" }),
          make("B", { source: "second", identityOf: "A" }),
          deliver("A"),
          deliver("B"),
          deliver("A"),
          deliver("B"),
        ],
        noIdentity(subject),
        subject.webhooks.source.bound === "none"
          ? "nothing tells the sources apart (`source: { bound: none }`)"
          : null,
        alone,
      ),
    ];
  },
};

export default scenario;
