import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** No layer below the connector sends a write again on its own. */
export default {
  id: "hidden-resend",
  title: "No write is sent again below the connector when a kept-alive connection dies",
  why: "Some HTTP clients repeat a request on a new connection and tell nobody: two effects, and a log that shows one call.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "hidden-resend", ({ intent, send, previous }) => ({
      message:
        `${intent.businessKey} was sent twice by itself: connection ${previous?.request.connection ?? "?"} died without a byte of answer ` +
        `(its request ${previous?.request.onConnection ?? "?"}), and the same bytes came at once on connection ${send.request.connection}`,
      pointer: "/request",
      advice:
        "Switch the HTTP client's own retries off for writes, open a new connection for each, or give the write an idempotency key.",
    })),
} satisfies Rule;
