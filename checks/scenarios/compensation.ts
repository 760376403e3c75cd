import { isUnique } from "../means.js";
import type { Scenario } from "../scenario.js";
import { loseAnswer, order, perform, settle } from "../steps.js";

export default {
  id: "compensation",
  title: "A lost answer, and somebody else's effect that looks like a duplicate",
  why: "Taking back is a write, too: only what is certainly one's own and surplus, and only where the contract declares it.",
  family: "people",
  plan: ({ operation }) => [
    operation.compensation === null
      ? { name: null, notApplicable: "the contract declares no compensation" }
      : {
          name: null,
          steps: [
            { step: "decoy", businessKey: order, like: "same-content" },
            // Where names are unique there is no twin.
            ...(isUnique(operation)
              ? []
              : [{ step: "decoy", businessKey: order, like: "twin", beside: true } as const]),
            loseAnswer("committed"),
            perform(),
            settle,
          ],
        },
  ],
} satisfies Scenario;
