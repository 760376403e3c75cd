import { only } from "../../src/core/history.js";
import { hasContent, hasTarget } from "../knowledge/content.js";
import type { Rule } from "../rule.js";
import { violation } from "../violation.js";

const advice =
  "Send exactly what was asked for, under the business key it was asked under, and nothing else.";

/** Every effect was asked for, with this content. */
export default {
  id: "no-unasked-effect",
  title: "Every effect was asked for, with this content",
  why: "An effect that nobody asked for is found by whoever pays for it.",
  severity: 1,
  judge(c) {
    const owned = new Set(
      c.knowledge.intents.flatMap((intent) => intent.effects.map(({ effect }) => effect)),
    );
    const asked = new Set(c.knowledge.intents.map((intent) => intent.operation.name));
    const unasked = only(c.history.entries, "effect-committed")
      .filter(({ effect }) => !effect.planted && asked.has(effect.operation) && !owned.has(effect))
      .map(({ seq, effect }) =>
        violation(c, {
          rule: "no-unasked-effect",
          message: `${effect.id} belongs to no business key that was asked for: expected no such effect`,
          entries: [seq],
          operation: effect.operation,
          pointer: "/request",
          advice,
        }),
      );
    const altered = c.knowledge.intents.flatMap((intent) =>
      intent.effects
        .filter(
          ({ effect }) =>
            !intent.performs.some(
              ({ payload, parameters }) =>
                hasContent(intent.operation, effect.content, payload) &&
                hasTarget(intent.operation, effect, parameters),
            ),
        )
        .slice(0, 1)
        .map(({ seq, effect }) =>
          violation(c, {
            rule: "no-unasked-effect",
            message: `${effect.id} has other content than ${intent.businessKey} asked for: expected ${JSON.stringify(intent.wanted.payload)}, got ${JSON.stringify(effect.content)}`,
            entries: [intent.performs[0]?.seq, seq],
            operation: intent.operation.name,
            pointer: "/request",
            advice,
          }),
        ),
    );
    return [...unasked, ...altered];
  },
} satisfies Rule;
