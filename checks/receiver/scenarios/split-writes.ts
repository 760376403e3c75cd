import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "split-writes",
  title: "The body comes in several packets",
  why: "A receiver that takes the first piece for the whole works in every test on one machine, and fails on the internet.",
  family: "delivery",
  plan: () => [variant(null, [make(), deliver("A", { wire: { writes: 5 } })])],
};

export default scenario;
