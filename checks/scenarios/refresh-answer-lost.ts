import type { OAuth } from "../../src/contract/model.js";
import { repeatedRefresh } from "../../src/contract/token-safety.js";
import type { Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { advance, crash, fault, minuteMs, perform, restart, settle } from "../steps.js";
import { expireToken, noTokens, refresh } from "../token-steps.js";

export default {
  id: "refresh-answer-lost",
  title: "The access was refreshed, and the answer is lost",
  why: "A refresh is a write: the old refresh token may have died with it. It may be shown again only where the provider says so; else a person has to give the access anew.",
  family: "credentials",
  plan: ({ contract }): Variant[] => {
    const { oauth } = contract.credentials;
    if (oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [
      lost("closed", "close-connection"),
      lost("stalled", "stall"),
      {
        name: "crash",
        steps: [expireToken(), crash("committed", refresh), perform(), restart, settle],
      },
      graceOver(oauth),
    ];
  },
} satisfies Scenario;

/** It comes back only when the provider no longer accepts the old refresh token. */
function graceOver(oauth: OAuth): Variant {
  const name = "grace-over";
  const repeats = repeatedRefresh(oauth);
  if (typeof repeats === "string") {
    return { name, notApplicable: "the contract promises no time in which a lost refresh may be repeated" };
  }
  const late = advance(repeats.withinMs + minuteMs);
  return {
    name,
    steps: [expireToken(), crash("committed", refresh), perform(), late, restart, settle],
    needs: ["clock"],
  };
}

function lost(name: string, id: string): Variant {
  return { name, steps: [expireToken(), fault(id, "committed", { on: refresh }), perform(), settle] };
}
