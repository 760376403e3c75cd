import type { Step, Variant } from "../../src/core/scenario.js";
import { answerOptions } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";
import { expireToken, noTokens, refresh } from "../token-steps.js";

export default {
  id: "refresh-failing",
  title: "The refresh was not done, and nothing says so for certain",
  why: "A broken token endpoint is no rejection, and an error under the status 200 is no token: stored as one, it wipes out the token that was there.",
  family: "credentials",
  plan: ({ contract }): Variant[] => {
    if (contract.credentials.oauth === null) return [{ name: null, notApplicable: noTokens }];
    const { gateway } = contract.provider.refusals;
    return [
      failing(
        "gateway-503",
        fault("answer-with", "received", {
          on: refresh,
          options: { ...answerOptions({ ...gateway, status: 503 }), by: "gateway" },
        }),
      ),
      failing("stalled", fault("stall", "received", { on: refresh })),
      failing(
        "not-a-token",
        fault("answer-with", "admitted", {
          on: refresh,
          options: { status: 200, body: { error: "temporarily_unavailable" }, by: "provider" },
        }),
      ),
    ];
  },
} satisfies Scenario;

function failing(name: string, broken: Step): Variant {
  return { name, steps: [expireToken(), broken, perform(), settle] };
}
