import type { Claim } from "../../src/core/protocol.js";
import { only } from "../../src/core/history.js";
import type { Rule } from "../rule.js";
import { violation } from "../violation.js";

/** What was claimed is still on record after a restart. */
export default {
  id: "durable",
  title: "The durable record does not deny what was claimed",
  why: "A claim that a restart wipes out is made again by sending again.",
  severity: 1,
  judge(c) {
    return c.knowledge.intents.flatMap((intent) => {
      let told: { seq: number; claim: Claim } | null = null;
      for (const { seq, claim, command, varied } of intent.claims) {
        if (varied !== null) continue;
        if (command === "inspect" && told !== null && denies(claim, told.claim)) {
          const since = told.seq;
          const restarts = only(c.history.entries, "process-started").filter(
            (entry) => entry.seq > since && entry.seq < seq,
          );
          return [
            violation(c, {
              rule: "durable",
              message:
                `the record of ${intent.businessKey} denies what was claimed${restarts.length > 0 ? " before the restart" : ""}: ` +
                `expected ${words(told.claim)}, got ${words(claim)}`,
              entries: [told.seq, ...restarts.map((entry) => entry.seq), seq],
              operation: intent.operation.name,
              pointer: "",
              advice: "Write the outcome down, and wait until it is on disk, before reporting it.",
            }),
          ];
        }
        // A receipt stays true whatever is said later; other words give way to later ones.
        if (told?.claim.outcome !== "succeeded") told = { seq, claim };
      }
      return [];
    });
  },
} satisfies Rule;

/** An unresolved word may become a definite one; nothing else may change. */
function denies(now: Claim, before: Claim): boolean {
  if (now.outcome === "absent") return before.outcome !== "absent" && before.outcome !== "failed";
  if (before.outcome === "succeeded") {
    return (
      now.outcome !== "succeeded" || (before.reference !== undefined && now.reference !== before.reference)
    );
  }
  if (before.outcome === "failed" || before.outcome === "conflict") return now.outcome !== before.outcome;
  return false;
}

function words({ outcome, reference }: Claim): string {
  return reference === undefined ? outcome : `${outcome} (${reference})`;
}
