import { isRemembered } from "../../src/contract/retry-safety.js";
import type { Variant } from "../../src/core/scenario.js";
import { answerOptions } from "../declared-errors.js";
import { hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { fault, loseAnswer, perform, settle } from "../steps.js";

const statuses = { unauthorized: 401, forbidden: 403 } as const;

export default {
  id: "refused-replay",
  title: "The answer is lost, and what is sent next is turned away at the door",
  why: "Whoever may not come in any more hears nothing of the first attempt: a credential that was revoked meanwhile does not undo what was done with it.",
  family: "declared-errors",
  plan: ({ contract, operation }): Variant[] =>
    Object.entries(statuses).map(([name, status]): Variant => {
      if (!hasMeans(operation)) {
        return {
          name,
          notApplicable: "the contract offers nothing that may be sent or read after a lost answer",
        };
      }
      // Where the key is looked at first, and refusals are stored with it, this one can be the first attempt's own answer.
      const isEarly = operation.idempotency?.checkedAfter.includes("credentials") ?? true;
      if (!isEarly && isRemembered(operation, status, null)) {
        return { name, notApplicable: "such a refusal may be the stored answer to the first attempt" };
      }
      const refusal = answerOptions({ ...contract.provider.refusals.unauthorized, status });
      return {
        name,
        steps: [
          loseAnswer("committed"),
          fault("answer-with", "received", {
            on: { role: "any", nth: 2 },
            options: { ...refusal, by: "provider" },
          }),
          perform(),
          settle,
        ],
      };
    }),
} satisfies Scenario;
