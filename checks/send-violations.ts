import type { Violation } from "../src/core/verdict.js";
import { type SendOffence, sendOffences } from "./knowledge/send-offence.js";
import type { Case } from "./rule.js";
import { violation } from "./violation.js";

/** The sends that offend against one rule, as violations; the first of each business key, since the rest follow from it. */
export function sendViolations(
  c: Case,
  rule: SendOffence["rule"],
  words: (offence: SendOffence) => { message: string; pointer?: string; advice: string },
): Violation[] {
  const told = new Set<SendOffence["intent"]>();
  return sendOffences(c).flatMap((offence) => {
    if (offence.rule !== rule || told.has(offence.intent)) return [];
    told.add(offence.intent);
    const { message, pointer, advice } = words(offence);
    const { name } = offence.intent.operation;
    return [
      violation(c, {
        rule,
        message,
        entries: offence.entries,
        operation: name,
        pointer: pointer ?? offence.moves.pointer.slice(`/operations/${name}`.length),
        advice,
      }),
    ];
  });
}
