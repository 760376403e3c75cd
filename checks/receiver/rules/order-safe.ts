import { isGenuine, isSameData } from "../account.js";
import { aboutTheSame, isOlder } from "../losses.js";
import type { ReceiverRule } from "../rule.js";
import { named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "order-safe",
  title: "an older event does not overwrite a newer one",
  why: "Deliveries overtake each other, above all when one is repeated; the last to arrive is not the last that happened.",
  severity: 1,
  judge(c) {
    const { account, webhooks } = c;
    if (webhooks.order === null) return [];
    const sets = new Set(
      webhooks.events.filter(({ meaning }) => meaning.enacted === "sets").map(({ kind }) => kind),
    );
    return account.events
      .filter(({ kind }) => sets.has(kind))
      .flatMap((event) =>
        account.of(event).flatMap((delivery) => {
          const newer = account.events.find(
            (other) =>
              aboutTheSame(event, other) &&
              isOlder(event, other) &&
              account
                .of(other)
                .some((one) => isGenuine(one) && one.endSeq < delivery.seq && one.answer?.success === true),
          );
          const around = newer === undefined ? undefined : account.around(delivery);
          if (newer === undefined || around === undefined || isSameData(around.before, around.after))
            return [];
          return [
            violation(c, {
              rule: "order-safe",
              message: `Delivery ${delivery.number} of ${named(event)} came after the newer ${named(newer)} and changed the business data; expected no change.`,
              entries: [delivery.seq, around.before.seq, around.after.seq],
              pointer: "/order",
              advice:
                "Keep the age of what was applied last for each object, and leave the data alone when an older event comes.",
            }),
          ];
        }),
      );
  },
};

export default rule;
