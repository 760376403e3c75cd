import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "wait-for-another",
  summary:
    "The request is worked on only when the next one of that role has come, so that two certainly meet.",
  phases: ["received", "admitted"],
  options: Type.Object(
    { role: Type.Enum(["write", "lookup", "poll", "token"], { default: "write" }) },
    { additionalProperties: false },
  ),
  samples: [{ role: "write" }, { role: "lookup" }],
  fire: (scene, { role }) => scene.journalShows({ kind: "request-received", role }),
});
