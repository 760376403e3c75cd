import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

// Begins like a TLS record: what a client sees when something that is no HTTP server answers.
const garbage = Buffer.concat([
  Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff]),
  Buffer.from("no HTTP here\r\n\r\n"),
]);

export default defineFault({
  id: "garble-answer",
  summary: "Bytes that are not HTTP are sent instead of the answer.",
  phases: ["answered"],
  options: Type.Object({}, { additionalProperties: false }),
  samples: [{}],
  fire(scene) {
    scene.wire(() => ({ chunks: [{ bytes: garbage }], end: "fin" }));
  },
});
