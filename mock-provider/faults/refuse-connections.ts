import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "refuse-connections",
  summary: "The port is closed: connections are refused until the fault is disarmed.",
  phases: ["connect"],
  options: Type.Object({}, { additionalProperties: false }),
  samples: [{}],
  firesWhenArmed: true,
  fire: (scene) => scene.refuseConnections(),
});
