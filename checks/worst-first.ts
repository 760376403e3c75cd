import type { Violation } from "../src/core/verdict.js";

/** What rules of either direction have in common. */
interface Judges<C> {
  severity: 1 | 2 | 3;
  judge(c: C): Violation[];
}

/** All violations of a case: the worst first, then by rule, then as they happened. */
export function worstFirst<C>(rules: readonly Judges<C>[], c: C): Violation[] {
  return rules
    .flatMap((rule) => rule.judge(c).map((violation) => ({ violation, severity: rule.severity })))
    .sort(
      (a, b) =>
        a.severity - b.severity ||
        compare(a.violation.rule, b.violation.rule) ||
        (a.violation.entries[0] ?? 0) - (b.violation.entries[0] ?? 0),
    )
    .map(({ violation }) => violation);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
