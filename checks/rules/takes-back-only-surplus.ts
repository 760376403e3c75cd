import { only, type EntryOf } from "../../src/core/history.js";
import type { Violation } from "../../src/core/verdict.js";
import type { Case, Rule } from "../rule.js";
import { violation } from "../violation.js";

/** A connector's own request may remove an effect only where another live one of the same business key stays. */
export default {
  id: "takes-back-only-surplus",
  title: "Only what is one's own and surplus is taken back, and only where the contract declares it",
  why: "Taking back is a write, too: it removes the one success, or what somebody else has made.",
  severity: 1,
  judge: (c) => only(c.history.entries, "effect-removed").flatMap((removed) => takenBack(c, removed)),
} satisfies Rule;

function takenBack(c: Case, removed: EntryOf<"effect-removed">): Violation[] {
  const request = only(c.history.entries, "request-received").find(
    (entry) => entry.request === removed.request,
  );
  const { intents } = c.knowledge;
  // A removal that was asked for is an operation of its own; without a request somebody else removed it.
  if (request === undefined || intents.some(({ operation }) => operation.name === request.operation)) {
    return [];
  }
  const owner = intents.find((intent) => intent.effects.some(({ effect }) => effect.id === removed.effect));
  const expected =
    owner === undefined
      ? `${removed.effect} was taken back, but it is no effect of this connector`
      : owner.operation.compensation?.operation !== request.operation
        ? `${removed.effect} of ${owner.businessKey} was taken back, but the contract declares no such compensation`
        : owner.effects.some(
              (made) =>
                made.effect.id !== removed.effect && made.seq < removed.seq && removed.seq < made.removedSeq,
            )
          ? null
          : `${removed.effect} was taken back, but it is the only effect of ${owner.businessKey}`;
  if (expected === null) return [];
  const made = only(c.history.entries, "effect-committed").find(({ effect }) => effect.id === removed.effect);
  return [
    violation(c, {
      rule: "takes-back-only-surplus",
      message: expected,
      entries: [made?.seq, request.seq, removed.seq],
      operation: removed.operation,
      pointer: "/compensation",
      advice:
        "Take back only an effect whose receipt is yours while another of the same business key stays; when in doubt, hold it and flag a person.",
    }),
  ];
}
