import { canEndAbsence, hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { loseAnswer, perform, settle } from "../steps.js";

export default {
  id: "unresolvable",
  title: "No means is left to find out",
  why: "Held, flagged for a person, nothing sent: an uncertain payment is not resolved by guessing.",
  family: "people",
  plan: ({ operation }) => {
    // With a lookup that can find but never prove absence, what never happened stays unknown for ever.
    if (!hasMeans(operation)) return [{ name: null, steps: [loseAnswer("committed"), perform(), settle] }];
    if (!canEndAbsence(operation)) return [{ name: null, steps: [loseAnswer("never"), perform(), settle] }];
    return [
      {
        name: null,
        notApplicable: "the contract offers a key, a conclusive lookup, or a write that may be repeated",
      },
    ];
  },
} satisfies Scenario;
