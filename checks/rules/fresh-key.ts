import { keyAge } from "../knowledge/times.js";
import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";
import { readable } from "../violation.js";

/** A key is not relied upon after the provider may have forgotten it. */
export default {
  id: "fresh-key",
  title: "No send relies on a key whose retention is over",
  why: "A forgotten key protects nothing: the provider acts again and answers as if it were the first time.",
  severity: 2,
  judge: (c) =>
    sendViolations(c, "fresh-key", ({ intent, send }) => {
      const forMs = intent.operation.idempotency?.retention.forMs ?? 0;
      const earlier = { ...intent, sends: intent.sends.filter(({ seq }) => seq < send.seq) };
      const ageMs = send.key === null ? 0 : keyAge(earlier, send.key, send.at);
      return {
        message:
          `${intent.businessKey} was sent again under ${send.key ?? "its key"} after ${readable(ageMs)}: ` +
          `expected no send later than ${readable(forMs)} after the first, when the key may be forgotten`,
        pointer: "/idempotency/retention",
        advice:
          "Store when the key was first sent. Once its retention is over, look the effect up, or hold it for a person.",
      };
    }),
} satisfies Rule;
