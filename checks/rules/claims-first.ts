import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** Of concurrent performs of one business key only one dispatches. */
export default {
  id: "claims-first",
  title: "Of concurrent performs of one business key only one is sent",
  why: "Deduplicating after the call deduplicates the bookkeeping, when the second effect exists already.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "claims-first", ({ intent }) => ({
      message: `two concurrent performs of ${intent.businessKey} were both sent: expected 1 dispatch, got 2`,
      pointer: "/request",
      advice:
        "Claim the business key in your own database, by a unique constraint, before anything is sent; whoever finds it claimed sends nothing.",
    })),
} satisfies Rule;
