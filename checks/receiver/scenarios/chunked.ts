import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "chunked",
  title: "The body comes in chunks, without a length",
  why: "A proxy on the way may send it so. It is the same body, and its signature holds.",
  family: "delivery",
  plan: () => [variant(null, [make(), deliver("A", { wire: { chunkBytes: 7 } })])],
};

export default scenario;
