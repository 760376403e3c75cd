import { phases } from "../../src/core/phase.js";
import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "reset-connection",
  summary: "The connection is reset (RST) and nothing is answered.",
  phases,
  options: Type.Object({}, { additionalProperties: false }),
  samples: [{}],
  fire: (scene) => scene.reset(),
});
