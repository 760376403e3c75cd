import type { Delivery } from "../account.js";
import type { ReceiverCase, ReceiverRule } from "../rule.js";
import { readable } from "../../violation.js";
import { told, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "prompt",
  title: "every delivery is answered within the time that the provider waits",
  why: "A provider that has waited long enough delivers again, while the first delivery is still being worked on.",
  severity: 2,
  judge(c) {
    const within = c.webhooks.acknowledge.withinMs.promised;
    if (within === null) return [];
    return c.account.deliveries
      .filter((delivery) => !isMadeSlow(c, delivery))
      .flatMap((delivery) => {
        const { answer, lost } = delivery;
        const isLate = (answer !== null && answer.tookMs > within) || lost?.how === "late";
        if (!isLate) return [];
        const took = answer === null ? "no answer" : `an answer after ${readable(answer.tookMs)}`;
        return [
          violation(c, {
            rule: "prompt",
            message: `${told(delivery)} had ${took}; expected one within ${readable(within)}.`,
            entries: [delivery.seq, answer?.seq, lost?.seq],
            pointer: "/acknowledge/within",
            advice:
              "Commit the event to an inbox and answer; do what takes long afterwards. A slow dependency must not hold the answer up.",
          }),
        ];
      });
  },
};

export default rule;

/** The scenario held the receiver up, or the provider went earlier than the contract says. */
function isMadeSlow({ history: { steps } }: ReceiverCase, { step, isDisturbed }: Delivery): boolean {
  if (isDisturbed || step === null) return true;
  if ("waitMs" in step && step.waitMs !== undefined) return true;
  return steps.some((one) => one.step === "disturb" && one.do === "hold");
}
