import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";

/** Only an effect with its own content, target and reference is adopted, and only when it is the only one. */
export default {
  id: "adopts-only-its-own",
  title: "Only what matches in content, target and reference is adopted, and only when nothing else does",
  why: "A similarly named effect is somebody else's: adopting it hides that one's own never happened.",
  severity: 1,
  judge: (c) =>
    claimViolations(c, "adopts-only-its-own", {
      pointer: "/lookup",
      advice:
        "Compare reference, target and content of what a lookup returns with the request. When several match or none fits exactly, hold it and flag a person.",
    }),
} satisfies Rule;
