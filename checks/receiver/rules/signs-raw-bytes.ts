import { achievementOf } from "./authentic-only.js";
import type { ReceiverRule } from "../rule.js";
import { isRefused } from "../refusals.js";
import { ending, told, violation } from "../violation.js";

const advice =
  "Verify over the bytes of the body as they arrived, before they are parsed; a web framework often has to be told to keep them.";

const rule: ReceiverRule = {
  id: "signs-raw-bytes",
  title: "the signature is held against the bytes that came, not against a rewriting of them",
  why: "JSON has many spellings. One parsed and written again is other bytes: genuine deliveries fail, or forged ones pass.",
  severity: 1,
  judge(c) {
    return c.account.deliveries.flatMap((delivery) => {
      if (delivery.as === "spelled-otherwise" && isRefused(c, delivery)) {
        return [
          violation(c, {
            rule: "signs-raw-bytes",
            message: `${told(delivery)} ${ending(delivery)}; expected it to be taken: it is genuine, only spelled in an unusual way.`,
            entries: [delivery.seq, delivery.answer?.seq, delivery.lost?.seq],
            pointer: "/signature",
            advice,
          }),
        ];
      }
      const achieved = delivery.as === "reserialised" ? achievementOf(c, delivery) : null;
      if (achieved === null) return [];
      return [
        violation(c, {
          rule: "signs-raw-bytes",
          message: `${told(delivery)} ${achieved.what}; expected a refusal: other bytes were signed.`,
          entries: [delivery.seq, achieved.seq],
          pointer: "/signature",
          advice,
        }),
      ];
    });
  },
};

export default rule;
