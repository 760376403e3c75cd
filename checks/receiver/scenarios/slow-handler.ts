import type { ReceiverScenario } from "../scenario.js";
import {
  aliveWith,
  deliver,
  disturb,
  finish,
  make,
  noFaults,
  noIdentity,
  settle,
  variant,
} from "../steps.js";

/** The provider goes after the first, the work goes on until the second; real ms. */
const times = { providerWaitsMs: 250, workTakesMs: 1200 };

const scenario: ReceiverScenario = {
  id: "slow-handler",
  title:
    "The provider has waited long enough and delivers again while the first delivery is still being worked on",
  why: "The second must wait for the first, or find its record; neither may start anew.",
  family: "failure",
  plan: (subject) => [
    variant(
      null,
      [
        ...aliveWith(),
        make(),
        disturb("beforeCommit", "hold", { forMs: times.workTakesMs }),
        { step: "begin", events: ["A"], waitMs: times.providerWaitsMs },
        finish,
        deliver(),
        settle,
        deliver(),
      ],
      noIdentity(subject),
      noFaults(subject),
    ),
  ],
};

export default scenario;
