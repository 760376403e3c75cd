import type { Idempotency } from "../../src/contract/model.js";
import { compilePattern } from "../../src/core/pattern.js";
import type { Rule } from "../rule.js";
import { violation } from "../violation.js";

/** A key the provider takes, and that gives nothing away. */
export default {
  id: "valid-key",
  title: "The idempotency key is there, fits the provider's rules, and carries no secret",
  why: "A key the provider does not take protects nothing; one that carries a secret or a person's data ends up in every log.",
  severity: 3,
  judge(c) {
    return c.knowledge.intents.flatMap((intent) => {
      const { idempotency } = intent.operation;
      if (idempotency === null) return [];
      for (const send of intent.sends) {
        const wrong = flawOf(send.key, idempotency);
        if (wrong === null) continue;
        return [
          violation(c, {
            rule: "valid-key",
            message: `the key of ${intent.businessKey} ${wrong}`,
            entries: [send.seq],
            operation: intent.operation.name,
            pointer: "/idempotency/key",
            advice:
              "Make the key from the business key: a hash of it is short, stable, and says nothing about anybody.",
          }),
        ];
      }
      return [];
    });
  },
} satisfies Rule;

/** What the history shows in place of a credential of the connector. */
const masked = "[masked]";

function flawOf(key: string | null, { key: allowed, is }: Idempotency): string | null {
  if (key === null)
    return allowed.required ? `is missing: expected one in ${allowed.in} ${allowed.name}` : null;
  const { minLength, maxLength, pattern } = allowed;
  if (key.length < minLength) return `has ${key.length} characters: expected at least ${minLength}`;
  if (maxLength !== null && key.length > maxLength) {
    return `has ${key.length} characters: expected at most ${maxLength}`;
  }
  if (pattern !== null && !compilePattern(pattern).test(key))
    return `is ${key}: expected it to match ${pattern}`;
  if (key.includes(masked)) return "carries a credential";
  if (is === "key" && /[^\s@]+@[^\s@]+\.[^\s@]+/.test(key))
    return `carries an e-mail address verbatim: ${key}`;
  return null;
}
