import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";
import { answerHead } from "../wire-answer.js";

export default defineFault({
  id: "empty-answer",
  summary: "The status of the answer is sent with an empty body.",
  phases: ["answered"],
  options: Type.Object({ contentType: Type.Boolean({ default: true }) }, { additionalProperties: false }),
  samples: [{ contentType: true }, { contentType: false }],
  fire(scene, { contentType }) {
    scene.wire((answer) => {
      const headers = answer.headers.filter(([name]) => contentType || name.toLowerCase() !== "content-type");
      return {
        chunks: [{ bytes: answerHead({ ...answer, headers }, ["Content-Length", "0"]) }],
        end: "keep",
      };
    });
  },
});
