import type { Variant } from "../../src/core/scenario.js";
import { declaredError } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

/** More than the rules allow sends, so that attempts without an end are seen to have none. */
const passes = 40;

export default {
  id: "persistent-error",
  title: "A failure that may be repeated does not go away",
  why: "Attempts must have an end, and the end an honest word: `failed` only where the contract says that nothing happened.",
  family: "declared-errors",
  plan: ({ operation }): Variant[] => {
    const repeated = operation.errors.filter(({ effect, next }) => next !== "stop" && effect !== "done");
    if (repeated.length === 0) {
      return [
        {
          name: null,
          notApplicable: "the contract declares no error after which anything may be tried again",
        },
      ];
    }
    return repeated.map((error) => ({
      name: error.name,
      steps: [
        declaredError(error, "before-commit", { times: "untilSettle" }),
        perform(),
        { step: "reconcile", times: passes },
        settle,
      ],
    }));
  },
} satisfies Scenario;
