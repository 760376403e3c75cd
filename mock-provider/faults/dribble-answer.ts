import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";
import { answerBytes } from "../wire-answer.js";

export default defineFault({
  id: "dribble-answer",
  summary: "The whole answer comes in small pieces with pauses between them.",
  phases: ["answered"],
  options: Type.Object(
    {
      bytes: Type.Integer({ minimum: 1, maximum: 65_536 }),
      everyMs: Type.Integer({ minimum: 1, maximum: 60_000 }),
    },
    { additionalProperties: false },
  ),
  samples: [{ bytes: 64, everyMs: 5 }],
  fire(scene, { bytes, everyMs }) {
    scene.wire((answer) => {
      const whole = answerBytes(answer);
      const chunks = Array.from({ length: Math.ceil(whole.length / bytes) }, (_, piece) => ({
        bytes: whole.subarray(piece * bytes, (piece + 1) * bytes),
        afterMs: piece === 0 ? 0 : everyMs,
      }));
      return { chunks, end: "keep" };
    });
  },
});
