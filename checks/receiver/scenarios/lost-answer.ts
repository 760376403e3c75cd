import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, disturb, make, noFaults, noIdentity, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "lost-answer",
  title: "The provider never gets the answer, and delivers again",
  why: "Whether the event was applied, only the receiver can tell; the provider cannot, and asks again.",
  family: "failure",
  plan(subject) {
    const identity = noIdentity(subject);
    return [
      ...(["fin", "rst"] as const).map((how) =>
        variant(
          how,
          [
            ...aliveWith(),
            make(),
            deliver("A", { wire: { leaves: { when: "sent", how } }, once: true }),
            deliver(),
            deliver(),
          ],
          identity,
        ),
      ),
      variant(
        "after-commit",
        [
          ...aliveWith(),
          make(),
          disturb("afterCommit", "close"),
          deliver("A", { once: true }),
          deliver(),
          deliver(),
        ],
        identity,
        noFaults(subject),
      ),
    ];
  },
};

export default scenario;
