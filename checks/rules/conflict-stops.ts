import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

/** Another payload under a known business key never reaches the provider. */
export default {
  id: "conflict-stops",
  title: "Another payload under the same business key is refused, not sent",
  why: "The same key with other content is a conflicting operation, not a retry; somebody has to decide which one is meant.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "conflict-stops", ({ intent }) => ({
      message: `another payload for ${intent.businessKey} reached the provider: expected \`conflict\` and no send`,
      pointer: "/request",
      advice: "Store a hash of the payload with the business key, and report `conflict` when it differs.",
    })),
} satisfies Rule;
