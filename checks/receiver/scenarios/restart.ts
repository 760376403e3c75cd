import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, restart, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "restart",
  title: "The receiver is started again between deliveries",
  why: "What it knew before, it still knows: its data, and which events made them.",
  family: "failure",
  plan: () => [
    variant(null, [
      make("A"),
      deliver("A"),
      restart(),
      make("B"),
      deliver("B"),
      restart(),
      make("C"),
      deliver("C"),
    ]),
  ],
};

export default scenario;
