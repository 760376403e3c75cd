import { lossesIn } from "../losses.js";
import { isRefused } from "../refusals.js";
import type { ReceiverRule } from "../rule.js";
import { ending, named, told, violation } from "../violation.js";

const advice =
  "Let the credential that verified the delivery choose the tenant, and keep identities under a key of source and identity.";

const rule: ReceiverRule = {
  id: "source-bound",
  title: "the tenant comes from the credential, and each tenant's identities are its own",
  why: "A body can name anybody. Whoever may send for one tenant must not write to another, nor hide another's events.",
  severity: 1,
  judge(c) {
    const { account } = c;
    const hidden = lossesIn(c)
      .filter(({ cause }) => cause === "other-source")
      .map(({ event, delivery, snapshot, because }) =>
        violation(c, {
          rule: "source-bound",
          message: `${named(event)} ${ending(delivery)} and has no effect: another source had used the same identity.`,
          entries: [...because, delivery.seq, snapshot.seq],
          pointer: "/source",
          advice,
        }),
      );
    const turnedAway = account.events.flatMap((event) => {
      const delivery = account.of(event).find((one) => isRefused(c, one));
      const other = account.deliveries.find(
        ({ identities, source, seq }) =>
          delivery !== undefined &&
          identities.includes(event.identity) &&
          source !== event.source &&
          seq < delivery.seq,
      );
      if (delivery === undefined || other === undefined) return [];
      return [
        violation(c, {
          rule: "source-bound",
          message: `${told(delivery)} ${ending(delivery)}: another source had used the same identity; expected a success.`,
          entries: [other.seq, delivery.seq, delivery.answer?.seq],
          pointer: "/source",
          advice,
        }),
      ];
    });
    const [foreign] = account.snapshots.flatMap((snapshot) =>
      snapshot.applied.flatMap(({ event, source }) => {
        const senders = account.deliveries.filter(
          ({ identities, seq }) => identities.includes(event) && seq < snapshot.seq,
        );
        const [sent] = senders;
        if (source === undefined || sent === undefined || senders.some((one) => one.source === source))
          return [];
        return [{ sent, source, snapshot }];
      }),
    );
    if (foreign === undefined) return [...hidden, ...turnedAway];
    return [
      ...hidden,
      ...turnedAway,
      violation(c, {
        rule: "source-bound",
        message: `${told(foreign.sent)} was signed by ${foreign.sent.source} and took effect for ${foreign.source}.`,
        entries: [foreign.sent.seq, foreign.snapshot.seq],
        pointer: "/source",
        advice,
      }),
    ];
  },
};

export default rule;
