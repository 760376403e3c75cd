import type { Violation } from "../src/core/verdict.js";
import { nextMoves } from "../src/contract/next-moves.js";
import { type ClaimOffence, claimOffences } from "./knowledge/claim-offence.js";
import type { Case } from "./rule.js";
import { violation } from "./violation.js";

/** The claims that offend against one rule, as violations. Without a pointer it is the one of the next moves. */
export function claimViolations(
  c: Case,
  rule: ClaimOffence["rule"],
  words: { pointer?: string; advice: string },
): Violation[] {
  return claimOffences(c)
    .filter((offence) => offence.rule === rule)
    .map(({ intent, claim, seen, entries, states }) => {
      const { outcome, reference } = claim.claim;
      const [state] = states;
      const moves = state === undefined ? null : nextMoves(intent.operation, state);
      const base = `/operations/${intent.operation.name}`;
      return violation(c, {
        rule,
        message: `${outcome}${reference === undefined || reference === "" ? "" : ` (${reference})`} was claimed for ${intent.businessKey}, but ${seen}`,
        entries: [claim.seq, ...entries],
        operation: intent.operation.name,
        pointer: words.pointer ?? moves?.pointer.slice(base.length) ?? "",
        advice: words.advice,
      });
    });
}
