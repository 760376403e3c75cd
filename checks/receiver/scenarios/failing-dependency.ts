import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, disturb, make, noFaults, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "failing-dependency",
  title: "What the receiver needs to do its work fails for a moment",
  why: "The delivery that failed leaves nothing behind, and the next one does the work.",
  family: "failure",
  plan: (subject) => [
    variant(
      null,
      [
        ...aliveWith(),
        make(),
        disturb("beforeCommit", "fail"),
        deliver("A", { once: true }),
        deliver(),
        deliver(),
      ],
      noFaults(subject),
    ),
  ],
};

export default scenario;
