import type { Scenario } from "../scenario.js";
import { loseAnswer, perform, settle } from "../steps.js";

export default {
  id: "replay-current-state",
  title: "A repeat is answered with what the effect looks like now",
  why: "The status differs from the first answer's and the body may, too: it is a receipt all the same.",
  family: "idempotency",
  plan: ({ operation }) => [
    operation.idempotency?.replay.gives === "currentState"
      ? { name: null, steps: [loseAnswer("committed"), perform(), settle] }
      : { name: null, notApplicable: "a repeat is not answered with the current state of the effect" },
  ],
} satisfies Scenario;
