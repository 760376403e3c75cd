import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "settle-outcome",
  summary: "What was acknowledged ends as decided here: it fails, succeeds at once, or never ends.",
  phases: ["committed"],
  roles: ["write"],
  options: Type.Object(
    { outcome: Type.Enum(["failed", "never", "succeeded"]) },
    { additionalProperties: false },
  ),
  samples: [{ outcome: "failed" }, { outcome: "never" }, { outcome: "succeeded" }],
  fire: (scene, { outcome }) => scene.decideOutcome(outcome),
});
