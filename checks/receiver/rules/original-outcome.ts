import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../../src/core/json.js";
import { getAt } from "../../../src/core/pointer.js";
import { type Delivery, type Happening, isGenuine } from "../account.js";
import type { ReceiverCase, ReceiverRule } from "../rule.js";
import { named, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "original-outcome",
  title: "a repeat is answered with the outcome of the event, not with what is true now",
  why: "The answer is the receipt of that event. A value that moved on since tells the provider another history.",
  severity: 2,
  judge(c) {
    const { result } = c.webhooks;
    if (result === null) return [];
    return c.account.events.flatMap((event) => {
      const stated = statedResults(c, event, result);
      const first = recorded(c, event) ?? stated[0]?.result;
      const other = stated.find((one) => !isDeepStrictEqual(one.result, first));
      if (first === undefined || other === undefined) return [];
      return [
        violation(c, {
          rule: "original-outcome",
          message: `Delivery ${other.delivery.number} of ${named(event)} was answered with ${JSON.stringify(other.result) ?? "no result"}; expected ${JSON.stringify(first)}, the outcome of the event.`,
          entries: [stated[0]?.delivery.seq, other.delivery.seq, other.delivery.answer?.seq],
          pointer: "/result",
          advice: "Store the outcome with the event's record and answer repeats from there.",
        }),
      ];
    });
  },
};

export default rule;

function statedResults(
  { account }: ReceiverCase,
  event: Happening,
  pointer: string,
): { delivery: Delivery; result: Json | undefined }[] {
  return account
    .of(event)
    .filter((one) => isGenuine(one) && one.events.length === 1 && one.answer?.success === true)
    .map((delivery) => ({ delivery, result: getAt(delivery.answer?.body ?? null, pointer) }));
}

/** What the receiver's own data say of the event. */
function recorded({ account }: ReceiverCase, event: Happening): Json | undefined {
  const effect = account.snapshots
    .flatMap(({ applied }) => applied)
    .find(
      ({ event: identity, source }) =>
        identity === event.identity && (source === undefined || source === event.source),
    );
  return effect?.result;
}
