import { lossesIn } from "../losses.js";
import type { ReceiverRule } from "../rule.js";
import { ending, named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "durable-before-success",
  title: "what was answered with success survives the end of the process",
  why: "A success is the receiver's signature for the event. In memory alone it is gone with the next deployment.",
  severity: 1,
  judge: (c) =>
    lossesIn(c)
      .filter(({ cause }) => cause === "killed")
      .map(({ event, delivery, snapshot, because }) =>
        violation(c, {
          rule: "durable-before-success",
          message: `Delivery ${delivery.number} of ${named(event)} ${ending(delivery)}; after the process was killed neither the effect nor the accepted event is there.`,
          entries: [delivery.seq, delivery.answer?.seq, ...because, snapshot.seq],
          pointer: "/acknowledge",
          advice: "Commit the effect, or the event in an inbox, before the success is answered.",
        }),
      ),
};

export default rule;
