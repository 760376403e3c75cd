import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";

/** "succeeded" is said of an effect that exists, by its true name. */
export default {
  id: "honest-success",
  title: "`succeeded` is said only of an effect that exists, with its receipt",
  why: "A success on record that never happened is found by the customer, weeks later.",
  severity: 1,
  judge: (c) =>
    claimViolations(c, "honest-success", {
      pointer: "/answer",
      advice:
        "Report `succeeded` only with the receipt that the provider returned: from the answer, from a replay, or from an effect looked up and compared.",
    }),
} satisfies Rule;
