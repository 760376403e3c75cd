import { isOneOf } from "../../../src/contract/status-words.js";
import { type Delivery, isGenuine } from "../account.js";
import type { ReceiverRule } from "../rule.js";
import { ending, told, violation } from "../violation.js";

const id = "retry-invited-rightly";

const rule: ReceiverRule = {
  id,
  title: "what may work later is asked for again, and what never will is not",
  why: "A final answer to a passing failure loses the event; a temporary one to nonsense brings it back for days.",
  severity: 2,
  judge(c) {
    const { redelivery } = c.webhooks;
    if (redelivery === null) return [];
    const invites = (status: number | "noAnswer"): boolean =>
      isOneOf(redelivery.when, status) && !isOneOf(redelivery.final, status);
    // A receiver can only tell the two apart where the contract leaves it a status for each.
    const leavesBoth = [500, 503].some(invites) && ![400, 422].some(invites);
    if (!leavesBoth) return [];
    return c.account.deliveries.flatMap((delivery) => {
      const status = delivery.answer?.status ?? (delivery.lost === null ? null : "noAnswer");
      if (status === null || delivery.answer?.success === true) return [];
      if (failedByOrder(delivery) && !invites(status)) {
        return [
          violation(c, {
            rule: id,
            message: `${told(delivery)} met a failure that passes and ${ending(delivery)}, which is final; expected an answer after which the provider comes again.`,
            entries: [delivery.seq, delivery.answer?.seq, delivery.lost?.seq],
            pointer: "/redelivery",
            advice: "Answer 503 when a dependency fails; refuse for good only what can never work.",
          }),
        ];
      }
      if (!delivery.defects.includes("content") || !invites(status) || delivery.lost?.how === "late")
        return [];
      return [
        violation(c, {
          rule: id,
          message: `${told(delivery)} ${ending(delivery)}, which asks for it again; expected a final refusal: it will never be right.`,
          entries: [delivery.seq, delivery.answer?.seq, delivery.lost?.seq],
          pointer: "/redelivery",
          advice: "Catch what malformed content raises and answer 400 or 422, not 500.",
        }),
      ];
    });
  },
};

export default rule;

/** The kit let it fail as if a dependency were down. */
function failedByOrder(delivery: Delivery): boolean {
  return isGenuine(delivery) && delivery.isDisturbed && delivery.lost === null && !delivery.isCutShort;
}
