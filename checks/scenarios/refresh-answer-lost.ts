import type { Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { crash, fault, perform, restart, settle } from "../steps.js";
import { expireToken, noTokens, refresh } from "../token-steps.js";

export default {
  id: "refresh-answer-lost",
  title: "The access was refreshed, and the answer is lost",
  why: "A refresh is a write: the old refresh token may have died with it. It may be shown again only where the provider says so; else a person has to give the access anew.",
  family: "credentials",
  plan: ({ contract }): Variant[] => {
    if (contract.credentials.oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [
      lost("closed", "close-connection"),
      lost("stalled", "stall"),
      {
        name: "crash",
        steps: [expireToken(), crash("committed", refresh), perform(), restart, settle],
      },
    ];
  },
} satisfies Scenario;

function lost(name: string, id: string): Variant {
  return { name, steps: [expireToken(), fault(id, "committed", { on: refresh }), perform(), settle] };
}
