import { phases } from "../../src/core/phase.js";
import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "stall",
  summary: "The connection stays open and nothing is ever answered.",
  phases,
  options: Type.Object({}, { additionalProperties: false }),
  samples: [{}],
  fire: (scene) => scene.stall(),
});
