import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";

/** "failed" is said only where no effect exists and none will appear. */
export default {
  id: "honest-failure",
  title: "`failed` is said only where there is no effect, now or later",
  why: "Whoever is told `failed` does it again by other means: the effect that exists all the same becomes a double.",
  severity: 1,
  judge: (c) =>
    claimViolations(c, "honest-failure", {
      pointer: "/answer",
      advice:
        "A lost answer is not a failure. Report `unknown` until a replay, a lookup or a listed refusal has shown what happened.",
    }),
} satisfies Rule;
