import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "incomplete-lookup",
  summary: "A lookup leaves its matches out and says, in the contract's own way, that it is incomplete.",
  phases: ["admitted"],
  roles: ["lookup"],
  options: Type.Object({}, { additionalProperties: false }),
  samples: [{}],
  fire: (scene) => scene.leaveOutMatches(),
});
