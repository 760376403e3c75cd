import type { Intent, Send } from "../knowledge/intent.js";
import type { Rule } from "../rule.js";
import { violation } from "../violation.js";

/** Two operations never meet under one key. */
export default {
  id: "distinct-keys",
  title: "Two operations never share an idempotency key within the provider's scope",
  why: "The second operation gets the first one's receipt and never happens.",
  severity: 2,
  judge(c) {
    const seen: { intent: Intent; send: Send }[] = [];
    const told = new Set<Intent>();
    for (const intent of c.knowledge.intents) {
      if (intent.operation.idempotency?.is !== "key") continue;
      for (const send of intent.sends) if (send.key !== null) seen.push({ intent, send });
    }
    seen.sort((a, b) => a.send.seq - b.send.seq);
    return seen.flatMap(({ intent, send }, index) => {
      const other = seen
        .slice(0, index)
        .find((earlier) => earlier.intent !== intent && meets(earlier, { intent, send }));
      if (other === undefined || told.has(intent)) return [];
      told.add(intent);
      return [
        violation(c, {
          rule: "distinct-keys",
          message:
            `${nameOf(intent)} and ${nameOf(other.intent)} were sent under one key, ${send.key ?? ""}: ` +
            "expected a key of its own for each",
          entries: [other.send.seq, send.seq],
          operation: intent.operation.name,
          pointer: "/idempotency/scope",
          advice:
            "Put everything that makes the operation a different one into the key: operation, account, business key.",
        }),
      ];
    });
  },
} satisfies Rule;

/** Whether the provider takes the two keys for one: equal, and no part of the promised scope parts them. */
function meets(a: { intent: Intent; send: Send }, b: { intent: Intent; send: Send }): boolean {
  if (a.send.key !== b.send.key) return false;
  const scope = a.intent.operation.idempotency?.scope.promised ?? [];
  return !scope.some((part) => {
    if (part === "operation") return a.intent.operation !== b.intent.operation;
    if (part === "account" || part === "credential") return a.send.request.account !== b.send.request.account;
    return a.send.request.parameters[part] !== b.send.request.parameters[part];
  });
}

function nameOf(intent: Intent): string {
  return `${intent.operation.name} ${intent.businessKey}`;
}
