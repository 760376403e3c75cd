import type { Variant } from "../../src/core/scenario.js";
import { declaredError } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

export default {
  id: "not-retryable",
  title: "A failure that the contract calls final",
  why: "Sending it again cannot help and hides the reason; exactly one request is right.",
  family: "declared-errors",
  plan: ({ operation }): Variant[] => {
    const final = operation.errors.filter(({ effect, next }) => next === "stop" && effect === "none");
    if (final.length === 0) {
      return [{ name: null, notApplicable: "the contract declares no error that is final" }];
    }
    return final.map((error) => ({
      name: error.name,
      steps: [declaredError(error, "before-commit", { times: "untilSettle" }), perform(), settle],
    }));
  },
} satisfies Scenario;
