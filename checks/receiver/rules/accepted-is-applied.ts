import { lossesIn } from "../losses.js";
import type { ReceiverRule } from "../rule.js";
import { ending, named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "accepted-is-applied",
  title: "what is answered with success takes effect",
  why: "After a success the provider never sends the event again: taken for a repeat, or for old, it is lost without a trace.",
  severity: 1,
  judge: (c) =>
    lossesIn(c)
      .filter(({ cause }) => cause === "none")
      .map(({ event, delivery, snapshot }) =>
        violation(c, {
          rule: "accepted-is-applied",
          message: `Delivery ${delivery.number} of ${named(event)} ${ending(delivery)}, and the event has no effect; expected one.`,
          entries: [delivery.seq, delivery.answer?.seq, snapshot.seq],
          pointer: "/identity",
          advice:
            "Take an event for a repeat only when its own identity was applied before: not by its content, its time, or a mark set before the work was done.",
        }),
      ),
};

export default rule;
