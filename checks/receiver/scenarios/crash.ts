import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, dieAt, make, noFaults, noIdentity, restart, variant } from "../steps.js";

/** From the moment the whole request was sent, ms. Wherever one of them hits, the rules hold. */
const ladder = [0, 1, 2, 4, 8, 16, 40];

const scenario: ReceiverScenario = {
  id: "crash",
  title: "The receiver is killed while it works on a delivery, and started again",
  why: "Deployments, full memories and lost machines end processes at any point; the provider delivers again afterwards.",
  family: "failure",
  plan(subject) {
    const again = [restart(), deliver(), deliver()];
    const [faults, identity] = [noFaults(subject), noIdentity(subject)];
    return [
      variant(
        "before-commit",
        [...aliveWith(), make(), ...dieAt("beforeCommit"), ...again],
        faults,
        identity,
      ),
      variant("after-commit", [...aliveWith(), make(), ...dieAt("afterCommit"), ...again], faults, identity),
      variant(
        "after-answer",
        [...aliveWith(), make(), { step: "crash", events: ["A"], after: "answer" }, ...again],
        identity,
      ),
      variant(
        "sweep",
        ladder.flatMap((after) => {
          const name = `after-${after}`;
          return [make(name), { step: "crash", events: [name], after }, restart(), deliver(name)];
        }),
        identity,
      ),
    ];
  },
};

export default scenario;
