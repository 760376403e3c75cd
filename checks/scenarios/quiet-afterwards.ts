import type { Step, Variant } from "../../src/core/scenario.js";
import { declaredError, finalErrorOf } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, idle, perform, settle } from "../steps.js";

/** Longer than the timers of a second or two that a retry in the background usually has. */
const watchedMs = 3500;

export default {
  id: "quiet-afterwards",
  title: "The connector has answered and is left alone",
  why: "A retry in the background goes on when its caller has long had an answer: nobody sees the second effect, because nobody looks any more.",
  family: "baseline",
  plan: ({ operation }): Variant[] => {
    const final = finalErrorOf(operation);
    return [
      { name: "after-success", steps: watched([perform()]) },
      { name: "after-lost-answer", steps: watched([fault("stall", "committed"), perform()]) },
      final === undefined
        ? { name: "after-refusal", notApplicable: "the contract declares no error that is final" }
        : { name: "after-refusal", steps: watched([declaredError(final, "before-commit"), perform()]) },
    ];
  },
} satisfies Scenario;

function watched(steps: Step[]): Step[] {
  return [...steps, idle(watchedMs), settle];
}
