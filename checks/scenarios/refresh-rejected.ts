import type { Variant } from "../../src/core/scenario.js";
import { hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { dieWhileSending, perform, restart, settle } from "../steps.js";
import { noTokens, revoke } from "../token-steps.js";

export default {
  id: "refresh-rejected",
  title: "The access was taken back, and the refresh is rejected for good",
  why: "Asking again cannot help and looks like an attack. A person has to give the access anew, and what is unknown until then stays unknown.",
  family: "credentials",
  plan: ({ contract, operation }): Variant[] => {
    if (contract.credentials.oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [
      { name: "before-commit", steps: [revoke, perform(), settle] },
      hasMeans(operation)
        ? { name: "while-unknown", steps: [...dieWhileSending("committed"), revoke, restart, settle] }
        : {
            name: "while-unknown",
            notApplicable: "the contract offers nothing that may be sent or read after a crash",
          },
    ];
  },
} satisfies Scenario;
