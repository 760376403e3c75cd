import { reasonOf } from "../knowledge/reason.js";
import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** Nothing is sent that the table of next moves does not allow. */
export default {
  id: "allowed-send",
  title: "Nothing is sent again where the contract does not allow it",
  why: "A retry policy is a statement about which failures are safe to repeat; this one says more than the provider does.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "allowed-send", ({ intent, state, moves }) => ({
      message: `${intent.businessKey} was sent again although ${reasonOf([state])}: expected no further send`,
      advice: moves.why,
    })),
} satisfies Rule;
