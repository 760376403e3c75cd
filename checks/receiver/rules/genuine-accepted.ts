import { isRefused } from "../refusals.js";
import type { ReceiverRule } from "../rule.js";
import { ending, told, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "genuine-accepted",
  title:
    "every genuine delivery is taken, however its headers are written, its bytes travel or its secret was rotated",
  why: "What is refused comes again until the provider gives up, and then it is lost, or the provider switches the receiver off.",
  severity: 1,
  judge: (c) =>
    c.account.deliveries
      .filter((delivery) => delivery.as !== "spelled-otherwise" && isRefused(c, delivery))
      .map((delivery) =>
        violation(c, {
          rule: "genuine-accepted",
          message: `${told(delivery)} ${ending(delivery)}; expected a success: it is genuine.`,
          entries: [delivery.seq, delivery.answer?.seq, delivery.lost?.seq],
          pointer: "/signature",
          advice:
            "Accept what any of the valid secrets signed, within the whole tolerance, with header names in any case and a body in any number of pieces.",
        }),
      ),
};

export default rule;
