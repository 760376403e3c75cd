import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";

/** An acknowledgement is not a receipt. */
export default {
  id: "acknowledged-is-not-done",
  title: "`succeeded` is not said on an acknowledgement alone",
  why: "The provider received the intention and promised nothing: what fails later is recorded as a success for ever.",
  severity: 1,
  judge: (c) =>
    claimViolations(c, "acknowledged-is-not-done", {
      pointer: "/answer/is",
      advice: "Report `pending` with the ticket, and `succeeded` once the outcome says so.",
    }),
} satisfies Rule;
