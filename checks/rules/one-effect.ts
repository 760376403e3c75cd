import type { Rule } from "../rule.js";
import { violation } from "../violation.js";

/** At most one live effect for each business key. */
export default {
  id: "one-effect",
  title: "One business key leaves one effect behind",
  why: "A second effect is a second refund or ticket in a system that you do not own. It cannot be rolled back.",
  severity: 1,
  judge(c) {
    return c.knowledge.intents.flatMap((intent) => {
      if (intent.operation.nature !== "creates") return [];
      const live = intent.effects.filter(({ removedSeq }) => removedSeq === Number.POSITIVE_INFINITY);
      if (live.length <= 1) return [];
      const names = live.map(({ effect }) => effect.id).join(", ");
      const makers = live.map((made) => intent.sends.findLast((send) => send.seq < made.seq)?.seq);
      return [
        violation(c, {
          rule: "one-effect",
          message: `${live.length} effects for ${intent.businessKey}: expected 1, got ${live.length} (${names})`,
          entries: [...makers, ...live.map(({ seq }) => seq)],
          operation: intent.operation.name,
          pointer: intent.operation.idempotency === null ? "/lookup" : "/idempotency",
          advice:
            intent.operation.idempotency === null
              ? "Before sending again, find out whether the first attempt took effect; where that cannot be found out, hold it."
              : "Make the idempotency key from the business key, write it down before the first send, and use the same one for every attempt.",
        }),
      ];
    });
  },
} satisfies Rule;
