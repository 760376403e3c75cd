import type { JsonObject } from "../../src/core/json.js";
import type { Phase } from "../../src/core/phase.js";
import type { Variant } from "../../src/core/scenario.js";
import { answerOptions } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, otherOrder, perform, settle } from "../steps.js";

export default {
  id: "lost-response",
  title: "The effect exists and the answer is lost",
  why: "World two: a connector that sends again without a key or a lookup makes a second effect, and one that reports failure tells an untruth.",
  family: "three-worlds",
  plan: ({ contract, operation }): Variant[] => {
    const gateway = (status: number): JsonObject => ({
      ...answerOptions({ ...contract.provider.refusals.gateway, status }),
      by: "gateway",
    });
    const truncated = (name: string, options: JsonObject): Variant =>
      operation.answer.body === undefined && options["part"] === "body"
        ? { name, notApplicable: "the answer has no body that could be cut short" }
        : lost(name, "truncate-answer", "answered", options);
    const emptied = (name: string, contentType: boolean): Variant =>
      operation.answer.body === undefined
        ? { name, notApplicable: "the answer is empty anyway" }
        : lost(name, "empty-answer", "answered", { contentType });
    return [
      lost("reset", "reset-connection", "committed"),
      lost("closed", "close-connection", "committed"),
      lost("stalled", "stall", "committed"),
      lost("garbled", "garble-answer", "answered"),
      lost("gateway-502", "answer-with", "committed", gateway(502)),
      lost("gateway-504", "answer-with", "committed", gateway(504)),
      truncated("truncated-length-fin", { framing: "content-length", part: "body", end: "fin" }),
      truncated("truncated-length-rst", { framing: "content-length", part: "body", end: "rst" }),
      truncated("truncated-chunked-fin", { framing: "chunked", part: "body", end: "fin" }),
      truncated("truncated-chunked-rst", { framing: "chunked", part: "body", end: "rst" }),
      truncated("half-headers-fin", { framing: "content-length", part: "headers", end: "fin" }),
      truncated("half-headers-rst", { framing: "content-length", part: "headers", end: "rst" }),
      emptied("empty-success", true),
      emptied("empty-success-untyped", false),
      {
        // Four times in a row: longer than most loops try.
        name: "again-and-again",
        steps: [fault("close-connection", "answered", { times: 4 }), perform(), settle],
      },
      {
        // Met on a connection that the first perform has left open, where the client keeps connections alive.
        name: "stale-keep-alive",
        steps: [
          perform({ businessKey: otherOrder }),
          fault("close-connection", "committed"),
          perform(),
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;

function lost(name: string, id: string, at: Phase, options: JsonObject = {}): Variant {
  return { name, steps: [fault(id, at, { options }), perform(), settle] };
}
