import type { VariantId } from "../../../src/core/delivery.js";
import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliverAs, make, variant } from "../steps.js";

const wrong: VariantId[] = ["stale", "future", "not-a-number"];

const scenario: ReceiverScenario = {
  id: "timestamp",
  title: "The signed time is outside of the tolerance, just inside of it, or no time",
  why: "A recorded delivery can be played again for as long as its age is not looked at, in both directions.",
  family: "authenticity",
  plan: ({ lacks }) => [
    ...wrong.map((as) => variant(as, [...aliveWith(), make(), deliverAs(as)], lacks(as))),
    variant(
      "inside-tolerance",
      [make("A"), deliverAs("almost-stale", "A"), ...insideFuture(lacks)],
      lacks("almost-stale"),
    ),
  ],
};

export default scenario;

function insideFuture(lacks: (as: VariantId) => string | null): ReturnType<typeof aliveWith> {
  return lacks("almost-future") === null ? [make("B"), deliverAs("almost-future", "B")] : [];
}
