import { type Delivery, effectsOf, isForged, isSameData } from "../account.js";
import { lossesIn } from "../losses.js";
import type { ReceiverCase, ReceiverRule } from "../rule.js";
import { ending, named, told, violation } from "../violation.js";

const id = "refuses-what-it-does-not-know";

const rule: ReceiverRule = {
  id,
  title: "malformed content and unknown kinds have no effect, and are answered as agreed",
  why: "A signature says who sent it, not that it means what the receiver takes it for.",
  severity: 1,
  judge: (c) => [
    ...c.account.deliveries.filter((one) => !isForged(one)).flatMap((delivery) => judgeOne(c, delivery)),
    ...lossesIn(c)
      .filter(({ cause }) => cause === "content")
      .map(({ event, delivery, snapshot, because }) =>
        violation(c, {
          rule: id,
          message: `A delivery that had to be refused used the identity of ${named(event)} up: a proper one ${ending(delivery)} and has no effect.`,
          entries: [...because, delivery.seq, snapshot.seq],
          pointer: "/events",
          advice: "Check the content before anything is remembered about the event.",
        }),
      ),
  ],
};

export default rule;

function judgeOne(c: ReceiverCase, delivery: Delivery) {
  if (delivery.defects.includes("content") || delivery.defects.includes("size")) {
    // Where each event of a batch stands for itself, the good ones count.
    if (delivery.as === "one-bad-item" && c.webhooks.batch?.partial === "perItem") return [];
    const what = changeBy(c, delivery) ?? successOf(delivery);
    if (what === null) return [];
    const isSize = delivery.defects.includes("size");
    return [
      violation(c, {
        rule: id,
        message: `${told(delivery)} ${what.text}; expected a refusal without any effect: ${isSize ? "it is longer than the contract allows" : "it is not what the contract says"}.`,
        entries: [delivery.seq, what.seq],
        pointer: isSize ? "/limits" : "/events",
        advice: isSize
          ? "Stop reading at the limit, before anything is verified or parsed."
          : "Decode strictly (valid UTF-8, no repeated keys, no NaN) and check types, ranges and required fields before acting.",
      }),
    ];
  }
  if (!delivery.defects.includes("kind")) return [];
  const promised = c.webhooks.unknownKind.promised;
  const changed = changeBy(c, delivery);
  const isRefused = delivery.answer?.success !== true;
  const isWrongAnswer = promised !== null && isRefused === (promised === "acknowledge");
  if (changed === null && !isWrongAnswer) return [];
  return [
    violation(c, {
      rule: id,
      message: `${told(delivery)} ${changed?.text ?? ending(delivery)}; expected no effect and ${promised === "refuse" ? "a refusal" : "a success"}: the contract does not list its kind.`,
      entries: [delivery.seq, changed?.seq, delivery.answer?.seq],
      pointer: "/unknownKind",
      advice: "Act only on the kinds that are known; answer the others as the provider asks for.",
    }),
  ];
}

function successOf(delivery: Delivery): { text: string; seq: number } | null {
  return delivery.answer?.success === true ? { text: ending(delivery), seq: delivery.answer.seq } : null;
}

function changeBy({ account }: ReceiverCase, delivery: Delivery): { text: string; seq: number } | null {
  const around = account.around(delivery);
  if (around !== undefined && !isSameData(around.before, around.after)) {
    return { text: "changed the business data", seq: around.after.seq };
  }
  const after = account.after(delivery.endSeq);
  const sent = account.events.filter(({ name }) => delivery.events.includes(name));
  const isOnly = (name: string): boolean =>
    account.deliveries.every((other) => other === delivery || !other.events.includes(name));
  const brought = sent.find(
    (event) => after !== undefined && isOnly(event.name) && effectsOf(event, after) > 0,
  );
  return brought === undefined || after === undefined
    ? null
    : { text: `had an effect of ${named(brought)}`, seq: after.seq };
}
