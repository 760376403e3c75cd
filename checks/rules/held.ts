import type { Violation } from "../../src/core/verdict.js";
import { unresolvedEndings } from "../knowledge/ending.js";
import type { Case, Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";
import { violation } from "../violation.js";

const advice =
  "Keep it as `unknown`, flag it with `needsHuman`, and send nothing: only a person who can look at both systems may decide.";

/** What nothing can settle is held and flagged, not tried again. */
export default {
  id: "held",
  title: "What the contract gives no means to settle is held and flagged for a person",
  why: "With no key and no way to look, a retry is a coin toss between a loss and a double, and it is the customer's coin.",
  severity: 2,
  judge: (c) => [
    ...sendViolations(c, "held", ({ intent }) => ({
      message: `${intent.businessKey} was sent again although nothing can show whether the first attempt took effect: expected it to be held`,
      pointer: intent.operation.humanReconciliation === null ? "" : "/humanReconciliation",
      advice,
    })),
    ...unflagged(c),
  ],
} satisfies Rule;

function unflagged(c: Case): Violation[] {
  return unresolvedEndings(c).flatMap(({ intent, last, ask, isForPeople }) => {
    if (!isForPeople) return [];
    const word = last?.claim.outcome ?? null;
    const flagged = intent.claims.some(
      ({ claim }) => claim.outcome === "unknown" && claim.needsHuman === true,
    );
    if (flagged && word === "unknown") return [];
    return [
      violation(c, {
        rule: "held",
        message:
          word === "unknown"
            ? `${intent.businessKey} is held, but nobody is told: expected needsHuman, got none`
            : `nothing can settle ${intent.businessKey}: expected \`unknown\` with needsHuman, got ${word === null ? "no word" : `\`${word}\``}`,
        entries: [...intent.sends.map(({ seq }) => seq), ask.seq, last?.seq],
        operation: intent.operation.name,
        pointer: intent.operation.humanReconciliation === null ? "" : "/humanReconciliation",
        advice,
      }),
    ];
  });
}
