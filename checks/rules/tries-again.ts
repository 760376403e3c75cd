import { errorPointer } from "../../src/contract/next-moves.js";
import type { DeclaredError } from "../../src/contract/model.js";
import { isLockedOut } from "../knowledge/ending.js";
import type { Intent, Send } from "../knowledge/intent.js";
import { readingsOf } from "../knowledge/state.js";
import { declaredWait } from "../knowledge/waits.js";
import type { Case, Rule } from "../rule.js";
import { readable, violation } from "../violation.js";

/** What the contract says may be tried again is not given up on the first attempt. */
export default {
  id: "tries-again",
  title: "What the contract says may be tried again is not given up on the first attempt",
  why: "A rate limit is a request to come later: whoever reports `failed` at once loses an order that the provider would have taken a second afterwards.",
  severity: 2,
  judge: (c) =>
    c.knowledge.intents.flatMap((intent) => {
      const claim = intent.claims.find(({ varied, claim }) => varied === null && claim.outcome === "failed");
      if (claim === undefined || intent.blind.some(({ seq }) => seq < claim.seq)) return [];
      const [only, ...others] = intent.sends.filter(({ seq }) => seq < claim.seq);
      if (only === undefined || others.length > 0) return [];
      const error = temporaryRefusal(only, claim.seq);
      if (error === null || !isWithinBudget(c, intent, only)) return [];
      // Without an access token another attempt is in vain.
      if (isLockedOut(c, intent, claim.seq) !== "no") return [];
      return [
        violation(c, {
          rule: "tries-again",
          message:
            `${intent.businessKey} was given up on the first \`${error.name}\`` +
            `${only.answer === null ? "" : `, ${readable(claim.at - only.answer.at)} after it`}: expected another attempt, got \`failed\``,
          entries: [only.seq, only.answer?.seq, claim.seq],
          operation: intent.operation.name,
          pointer: errorPointer(intent.operation, error),
          advice:
            "Wait as long as the provider asks, and send it again; where there is no time for that now, report `unknown` and come back. Give up after several attempts only.",
        }),
      ];
    }),
} satisfies Rule;

/** The declared error that a send was refused with, where the contract says to try again and it was certainly read. */
function temporaryRefusal(send: Send, before: number): DeclaredError | null {
  const [reading, ...others] = readingsOf(send, before);
  if (reading?.is !== "refused" || others.length > 0 || send.answer === null) return null;
  return reading.error?.next === "retry" ? reading.error : null;
}

/** A wait that is longer than one message may last is a reason to give up that anybody may have. */
function isWithinBudget(c: Case, intent: Intent, send: Send): boolean {
  const wait = declaredWait(intent, send, Number.POSITIVE_INFINITY, c.history, c.knowledge.asks);
  return wait === null || wait.untilAt - wait.answer.at <= c.history.timing.budgetMs;
}
