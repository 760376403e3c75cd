import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";

/** No definite word while nothing definite is known, even where it happens to be right. */
export default {
  id: "no-guessing",
  title: "No definite word is given while it is unknown what happened",
  why: "Absence of information was read as evidence. This time the guess was right; in another world it is a double or a loss.",
  severity: 2,
  judge: (c) =>
    claimViolations(c, "no-guessing", {
      advice: "Say `unknown`, keep it durably, and settle it by what the contract offers before saying more.",
    }),
} satisfies Rule;
