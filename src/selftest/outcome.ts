import type { Result } from "../core/verdict.js";
import type { Flaw } from "./flaw.js";

/** What of a flaw's promise did not come true: a line for each, none when it was stopped as it says. */
export function unstopped(flaw: Flaw, results: readonly Result[]): string[] {
  const stopping = new Set(flaw.stoppedBy);
  const rulesIn = (scenario: string): string[] =>
    results.filter((result) => result.scenario === scenario).flatMap((result) => rulesOf(result));
  const scenarios = flaw.scenarios
    .filter((scenario) => !rulesIn(scenario).some((rule) => stopping.has(rule)))
    .map((scenario) => {
      const seen = results.filter((result) => result.scenario === scenario).map(lineOf);
      return `${scenario}: expected a failure under ${flaw.stoppedBy.join(" or ")}, got ${seen.join("; ") || "no such scenario"}`;
    });
  const seen = new Set(results.flatMap(rulesOf));
  const rules = flaw.stoppedBy
    .filter((rule) => !seen.has(rule))
    .map(
      (rule) =>
        `expected ${rule} to stop it in ${flaw.scenarios.join(" or ")}, got ${[...seen].join(", ") || "no violation"}`,
    );
  return [...scenarios, ...rules];
}

/** What a careful connector is blamed for: a line for each result that is neither a pass nor beside the point. */
export function blamed(results: readonly Result[]): string[] {
  return results
    .filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable")
    .map((result) => lineOf(result));
}

/** The scenarios that were played. */
export function played(results: readonly Result[]): Result[] {
  return results.filter(({ verdict }) => verdict !== "not-applicable");
}

/** A result in one line, for messages. */
export function lineOf({ scenario, verdict, reason, violations }: Result): string {
  const why = violations.map(({ rule, message }) => `${rule}: ${message}`).join("; ");
  return `${scenario} ${verdict} ${reason ?? why}`.replaceAll(/\s*\n\s*/g, " ").trimEnd();
}

function rulesOf({ verdict, violations }: Result): string[] {
  return verdict === "fail" ? violations.map(({ rule }) => rule) : [];
}
