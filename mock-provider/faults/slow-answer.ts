import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";
import { answerBytes } from "../wire-answer.js";

export default defineFault({
  id: "slow-answer",
  summary: "The whole answer comes late.",
  phases: ["answered"],
  options: Type.Object(
    { afterMs: Type.Integer({ minimum: 1, maximum: 600_000 }) },
    { additionalProperties: false },
  ),
  samples: [{ afterMs: 60 }],
  fire(scene, { afterMs }) {
    scene.wire((answer) => ({ chunks: [{ bytes: answerBytes(answer), afterMs }], end: "keep" }));
  },
});
