import { effectsOf, isForged, isGenuine, isSameData, type Delivery } from "../account.js";
import { lossesIn } from "../losses.js";
import type { ReceiverCase, ReceiverRule } from "../rule.js";
import { ending, named, told, violation } from "../violation.js";

/** What a forged delivery achieved; null when it achieved nothing. */
export function achievementOf(c: ReceiverCase, delivery: Delivery): { what: string; seq: number } | null {
  const { account } = c;
  if (delivery.answer?.success === true) return { what: ending(delivery), seq: delivery.answer.seq };
  const around = account.around(delivery);
  if (around !== undefined && !isSameData(around.before, around.after)) {
    return { what: "changed the business data", seq: around.after.seq };
  }
  const after = account.after(delivery.endSeq);
  if (after === undefined) return null;
  const brought = account.events.find(
    (event) =>
      (delivery.events.includes(event.name) || delivery.identities.includes(event.identity)) &&
      effectsOf(event, after) > 0 &&
      !account.of(event).some((one) => isGenuine(one) && one.seq < after.seq),
  );
  return brought === undefined ? null : { what: `had an effect of ${named(brought)}`, seq: after.seq };
}

const advice =
  "Verify the signature over the bytes as they came, its age in both directions as the provider says, and only then read, remember or do anything.";

const rule: ReceiverRule = {
  id: "authentic-only",
  title: "what is not signed as agreed has no effect, leaves no mark and is not acknowledged",
  why: "The address of a receiver is no secret: only the signature tells the provider from anybody else.",
  severity: 1,
  judge(c) {
    const forged = c.account.deliveries.filter((one) => isForged(one) && one.as !== "reserialised");
    const believed = forged.flatMap((delivery) => {
      const achieved = achievementOf(c, delivery);
      if (achieved === null) return [];
      return [
        violation(c, {
          rule: "authentic-only",
          message: `${told(delivery)} ${achieved.what}; expected a refusal without any effect.`,
          entries: [delivery.seq, achieved.seq],
          pointer: delivery.defects.includes("time") ? "/signature/tolerance" : "/signature",
          advice,
        }),
      ];
    });
    const usedUp = lossesIn(c)
      .filter(({ cause }) => cause === "forgery")
      .map(({ event, delivery, snapshot, because }) =>
        violation(c, {
          rule: "authentic-only",
          message: `A forged delivery used the identity of ${named(event)} up: the genuine one ${ending(delivery)} and has no effect; expected one.`,
          entries: [...because, delivery.seq, snapshot.seq],
          pointer: "/signature",
          advice,
        }),
      );
    return [...believed, ...usedUp];
  },
};

export default rule;
