import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";
import { answerHead } from "../wire-answer.js";

export default defineFault({
  id: "truncate-answer",
  summary: "The answer breaks off in the middle of its body or of its headers.",
  phases: ["answered"],
  options: Type.Object(
    {
      framing: Type.Enum(["content-length", "chunked"], { default: "content-length" }),
      part: Type.Enum(["body", "headers"], { default: "body" }),
      end: Type.Enum(["fin", "rst"], { default: "fin" }),
    },
    { additionalProperties: false },
  ),
  samples: [
    { framing: "content-length", end: "fin" },
    { framing: "content-length", end: "rst" },
    { framing: "chunked", end: "fin" },
    { framing: "chunked", end: "rst" },
    { part: "headers", end: "fin" },
    { part: "headers", end: "rst" },
  ],
  fire(scene, { framing, part, end }) {
    scene.wire((answer) => {
      // An empty body is announced longer than it is: there is no shorter way to break it off.
      const length = Math.max(answer.body.length, 1);
      const head = answerHead(
        answer,
        framing === "chunked" ? ["Transfer-Encoding", "chunked"] : ["Content-Length", String(length)],
      );
      const cut = part === "headers" ? inHeaders(head) : Buffer.concat([head, inBody(answer.body, framing)]);
      return { chunks: [{ bytes: cut }], end };
    });
  },
});

/** Up to the middle of the header block: the status line is whole, a header is not. */
function inHeaders(head: Buffer): Buffer {
  const statusLine = head.indexOf("\r\n") + 2;
  let at = statusLine + Math.ceil((head.length - statusLine) / 2);
  while (head[at - 1] === 0x0a || head[at - 1] === 0x0d) at -= 1;
  return head.subarray(0, at);
}

/** Half of the body; chunked, one whole chunk without the last one that would end it. */
function inBody(body: Buffer, framing: "content-length" | "chunked"): Buffer {
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (framing === "content-length" || half.length === 0) return half;
  return Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]);
}
