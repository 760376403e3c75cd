import { declaredError, rateLimitOf } from "../declared-errors.js";
import { hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { loseAnswer, perform, settle } from "../steps.js";

export default {
  id: "rate-limited-replay",
  title: "The answer is lost, and what is sent next runs into the rate limit",
  why: "The 429 speaks of the repeat. It says nothing about the first attempt, which took effect.",
  family: "declared-errors",
  plan: ({ operation }) => {
    const limit = rateLimitOf(operation);
    if (limit === undefined) return [{ name: null, notApplicable: "the contract declares no rate limit" }];
    if (!hasMeans(operation)) {
      return [
        {
          name: null,
          notApplicable: "the contract offers nothing that may be sent or read after a lost answer",
        },
      ];
    }
    return [
      {
        name: null,
        steps: [
          loseAnswer("committed"),
          declaredError(limit, "before-commit", { on: { role: "any", nth: 2 } }),
          perform(),
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;
