import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** One operation keeps its idempotency key until that key is settled, restarts included. */
export default {
  id: "stable-key",
  title: "All sends of one operation carry the same idempotency key until it is settled",
  why: "A new key makes a retry a new request: the provider cannot know that the two are one.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "stable-key", ({ intent, send, previous }) => ({
      message:
        `${intent.businessKey} was sent again under another key before the first was settled: ` +
        `expected ${previous?.key ?? "the same"}, got ${send.key ?? "none"}`,
      pointer: "/idempotency/key",
      advice:
        "Derive the key from the business key, or write it down before the first send, so that a retry and a restart use the same one.",
    })),
} satisfies Rule;
