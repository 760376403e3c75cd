import { isSameData } from "../account.js";
import type { ReceiverRule } from "../rule.js";
import { ending, told, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "conflict-refused",
  title: "one identity with other bytes changes nothing and is not acknowledged",
  why: "Two contents under one identity contradict each other. A success hides it, and whichever is kept may be the wrong one.",
  severity: 1,
  judge(c) {
    if (c.webhooks.fingerprint.promised !== "body") return [];
    return c.account.deliveries
      .filter(({ defects }) => defects.includes("conflict"))
      .flatMap((delivery) => {
        const around = c.account.around(delivery);
        const changed = around !== undefined && !isSameData(around.before, around.after);
        if (delivery.answer?.success !== true && !changed) return [];
        const what = changed ? "changed the business data" : ending(delivery);
        return [
          violation(c, {
            rule: "conflict-refused",
            message: `${told(delivery)} ${what}; expected a refusal without any effect: the identity was used for other bytes.`,
            entries: [delivery.seq, delivery.answer?.seq, changed ? around.after.seq : null],
            pointer: "/fingerprint",
            advice:
              "Keep a hash of the body with the identity; a repeat with another hash is refused, and a person looks at it.",
          }),
        ];
      });
  },
};

export default rule;
