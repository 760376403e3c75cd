import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "first-delivery",
  title: "One event is delivered once, and nothing goes wrong",
  why: "If this fails, the contract or the adapter is at fault, and nothing else means anything.",
  family: "delivery",
  plan: () => [variant(null, [make(), deliver()])],
};

export default scenario;
