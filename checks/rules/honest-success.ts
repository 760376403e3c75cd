import { claimViolations } from "../claim-violations.js";
import type { Violation } from "../../src/core/verdict.js";
import type { Case, Rule } from "../rule.js";
import { violation } from "../violation.js";

/** "succeeded" is said of an effect that exists, by its true name. */
export default {
  id: "honest-success",
  title: "`succeeded` is said only of an effect that exists, with its receipt",
  why: "A success on record that never happened is found by the customer, weeks later.",
  severity: 1,
  judge: (c) => [
    ...claimViolations(c, "honest-success", {
      pointer: "/answer",
      advice:
        "Report `succeeded` only with the receipt that the provider returned: from the answer, from a replay, or from an effect looked up and compared.",
    }),
    ...neverAskedFor(c),
  ],
} satisfies Rule;

/** A success under a business key that no perform named: it can be nobody's. */
function neverAskedFor(c: Case): Violation[] {
  const lies = c.knowledge.strays.filter(({ claim }) => claim.outcome === "succeeded");
  return lies
    .filter(({ businessKey }, index) => lies.findIndex((lie) => lie.businessKey === businessKey) === index)
    .map(({ seq, businessKey, claim: { reference } }) =>
      violation(c, {
        rule: "honest-success",
        message: `succeeded${reference === undefined ? "" : ` (${reference})`} was claimed for ${businessKey}, which nobody had asked for`,
        entries: [seq],
        pointer: "/request",
        advice:
          "Answer `reconcile` with the business keys of this state directory only, as they were asked for; after a further `open` forget the world before.",
      }),
    );
}
