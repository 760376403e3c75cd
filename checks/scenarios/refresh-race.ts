import type { Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { fault, order, otherOrder, settle } from "../steps.js";
import { expireToken, noTokens } from "../token-steps.js";

export default {
  id: "refresh-race",
  title: "Two workers find at the same moment that the access token has expired",
  why: "Both refresh, and the token of one dies with the refresh of the other; where a refresh token may be used once, both are locked out. One has to refresh, and the other to use what it got.",
  family: "credentials",
  plan: ({ contract }): Variant[] => {
    if (contract.credentials.oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [
      {
        name: null,
        steps: [
          expireToken(),
          // Neither is refused before both have asked.
          fault("wait-for-another", "received", { options: { role: "write" } }),
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
