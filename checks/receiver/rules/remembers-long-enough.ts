import { only } from "../../../src/core/history.js";
import { effectsOf } from "../account.js";
import type { ReceiverRule } from "../rule.js";
import { readable } from "../../violation.js";
import { named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "remembers-long-enough",
  title: "an event is known for as long as the provider may deliver it again",
  why: "A record that is thrown away before the last redelivery makes the event new again.",
  severity: 1,
  judge(c) {
    const { account } = c;
    const moves = only(c.history.entries, "clock-moved");
    const windowMs = c.webhooks.redelivery?.forMs.promised ?? null;
    if (windowMs === null) return [];
    return account.events.flatMap((event) => {
      const twice = account.snapshots.find((snapshot) => effectsOf(event, snapshot) > 1);
      const once = account.snapshots.find((snapshot) => effectsOf(event, snapshot) === 1);
      if (twice === undefined || once === undefined || once.seq > twice.seq) return [];
      const between = moves.filter(({ seq }) => seq > once.seq && seq < twice.seq);
      const passedMs = twice.at - once.at;
      if (between.length === 0 || passedMs > windowMs) return [];
      return [
        violation(c, {
          rule: "remembers-long-enough",
          message: `${named(event)} was applied again after ${readable(passedMs)}; the provider delivers again for ${readable(windowMs)}.`,
          entries: [once.seq, ...between.map(({ seq }) => seq), twice.seq],
          pointer: "/redelivery/for",
          advice: "Keep the record of an event for longer than the provider redelivers, or for good.",
        }),
      ];
    });
  },
};

export default rule;
