import type { ReceiverScenario, ReceiverSubject } from "../scenario.js";
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
        areApart(subject) ? null : "nothing tells the sources apart",
        alone,
      ),
    ];
  },
};

export default scenario;

/** A path of its own does, or a signature. */
function areApart({ webhooks: { source, signature } }: ReceiverSubject): boolean {
  return source.bound === "path" || (source.bound === "credential" && signature !== null);
}
