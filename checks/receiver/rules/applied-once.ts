import { effectsOf } from "../account.js";
import type { ReceiverRule } from "../rule.js";
import { named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "applied-once",
  title: "one event has one effect, however often it is delivered",
  why: "A provider that had no answer delivers again. What is counted for each delivery is counted twice.",
  severity: 1,
  judge(c) {
    const { account, webhooks } = c;
    if (webhooks.identity === null) return [];
    const events = account.events.filter(
      (event, index) =>
        account.events.findIndex(
          ({ identity, source }) => identity === event.identity && source === event.source,
        ) === index,
    );
    return events.flatMap((event) => {
      const twice = account.snapshots.find((snapshot) => effectsOf(event, snapshot) > 1);
      if (twice === undefined) return [];
      const before = account.of(event).filter(({ seq }) => seq < twice.seq);
      return [
        violation(c, {
          rule: "applied-once",
          message: `${effectsOf(event, twice)} effects of ${named(event)} after ${before.length} deliveries: expected 1.`,
          entries: [...before.map(({ seq }) => seq), twice.seq],
          pointer: "/identity",
          advice:
            "Keep the event's identity, with its source, under a unique key, and write it in the same transaction as the effect.",
        }),
      ];
    });
  },
};

export default rule;
