import type { ReceiverScenario } from "../scenario.js";
import { copies, deliver, make, noIdentity, variant } from "../steps.js";

const rounds = ["A", "B", "C", "D"];

const scenario: ReceiverScenario = {
  id: "concurrent-copies",
  title: "Copies of one event arrive at the same moment",
  why: "Each of them looks before any of them has written: looking first and writing afterwards lets both through.",
  family: "delivery",
  plan: (subject) => [
    variant(
      null,
      rounds.flatMap((name) => [make(name), copies(name, 4), deliver(name)]),
      noIdentity(subject),
    ),
  ],
};

export default scenario;
