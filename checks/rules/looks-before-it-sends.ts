import { reasonOf } from "../knowledge/reason.js";
import type { DeclaredError } from "../../src/contract/model.js";
import { errorPointer } from "../../src/contract/next-moves.js";
import { errorThatVoidsKey, provableAbsence } from "../../src/contract/retry-safety.js";
import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** Without a key that covers a repeat, only a proven absence allows one. */
export default {
  id: "looks-before-it-sends",
  title: "An ambiguous operation without a usable key is sent again only after its absence is proven",
  why: "Sending again is a bet that the first attempt never arrived. Where it did, this makes the second effect.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "looks-before-it-sends", ({ intent, state, send, previous }) => {
      const looked = intent.looks.filter(
        (look) => look.answered && look.seq > (previous?.seq ?? 0) && look.endSeq < send.seq,
      );
      const proof = provableAbsence(intent.operation);
      const voiding = errorThatVoidsKey(intent.operation);
      return {
        message:
          `${intent.businessKey} was sent again although ${reasonOf([state])}: expected a conclusive lookup first, ` +
          (looked.length === 0
            ? "got none"
            : "got one that proves nothing (too early, incomplete, or not the only match)"),
        pointer: voiding === null ? "/lookup" : errorPointer(intent.operation, voiding),
        advice: `${keyText(voiding)}${
          proof === null
            ? "Look it up and adopt what is found. Its absence cannot be proven by this contract: when nothing is found, hold it for a person."
            : "Look it up first. Not found is proof only after the lag and the settling time have passed, on the last page of a complete lookup."
        }`,
      };
    }),
} satisfies Rule;

function keyText(voiding: DeclaredError | null): string {
  if (voiding === null) return "";
  return `The key does not cover this: '${voiding.name}' (${voiding.status}) may have acted and is not remembered, so a repeat may act again. `;
}
