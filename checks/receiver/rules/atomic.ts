import { effectsOf } from "../account.js";
import { lossesIn } from "../losses.js";
import type { ReceiverRule } from "../rule.js";
import { ending, named, violation } from "../violation.js";

const advice = "Write the effect and the record that the event was applied in one transaction.";

const rule: ReceiverRule = {
  id: "atomic",
  title: "a failure leaves both the effect and the record of the event, or neither",
  why: "A record without its effect loses the event when it is delivered again; an effect without its record doubles it.",
  severity: 1,
  judge(c) {
    const { account } = c;
    const lost = lossesIn(c)
      .filter(({ cause }) => cause === "failure")
      .map(({ event, delivery, snapshot, because }) =>
        violation(c, {
          rule: "atomic",
          message: `After a failure ${named(event)} was delivered again and ${ending(delivery)}, and it has no effect: its record was there without it.`,
          entries: [...because, delivery.seq, snapshot.seq],
          pointer: "/identity",
          advice,
        }),
      );
    const doubled = account.events.flatMap((event) => {
      const twice = account.snapshots.find((snapshot) => effectsOf(event, snapshot) > 1);
      const failed = account.of(event).find((one) => one.isDisturbed || one.isCutShort);
      if (twice === undefined || failed === undefined || failed.seq > twice.seq) return [];
      return [
        violation(c, {
          rule: "atomic",
          message: `After a failure in delivery ${failed.number}, ${named(event)} was applied again: its effect was there without a record.`,
          entries: [failed.seq, twice.seq],
          pointer: "/identity",
          advice,
        }),
      ];
    });
    return [...lost, ...doubled];
  },
};

export default rule;
