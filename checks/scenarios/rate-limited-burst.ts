import { declaredError, rateLimitOf } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { order, otherOrder, settle } from "../steps.js";

export default {
  id: "rate-limited-burst",
  title: "Several writes at once run into the rate limit",
  why: "Each has to wait its time and none may get lost or be done twice.",
  family: "declared-errors",
  plan: ({ operation }) => {
    const limit = rateLimitOf(operation);
    if (limit === undefined) return [{ name: null, notApplicable: "the contract declares no rate limit" }];
    if (operation.request.reference === null) {
      return [
        { name: null, notApplicable: "nothing in the request tells two orders apart that are sent at once" },
      ];
    }
    return [
      {
        name: null,
        steps: [
          declaredError(limit, "before-commit", { times: 2 }),
          {
            step: "together",
            performs: [{ businessKey: order }, { businessKey: otherOrder }],
            processes: true,
          },
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;
