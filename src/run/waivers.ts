import { expectedGot } from "../core/errors.js";
import { suggest } from "../core/suggest.js";
import type { Result, Violation, WaiverState, WaiverUse } from "../core/verdict.js";
import { scenarioTest } from "./select.js";

/** What a team tolerates for a while, as `threeworlds.yaml` says it. */
export interface Waiver {
  /** A scenario, a family of variants, a glob, or the id of a rule. */
  check: string;
  /** Only for this operation; null for any. */
  operation: string | null;
  /** Only what breaks this rule; null for any. */
  rule: string | null;
  reason: string;
  /** The last day on which it holds, in UTC: `2027-01-31`. */
  until: string;
  /** Where it stands, for messages. */
  file: string;
  line: number;
}

/** What waivers are held against. */
export interface WaiverTerms {
  waivers: readonly Waiver[];
  /** `2026-11-30`, in UTC. */
  today: string;
  /** The ids of all rules: how a `check` that names a rule is told from one that names scenarios. */
  rules: readonly string[];
}

type Named = Pick<Result, "operation" | "scenario">;

/**
 * The result as it counts: `waived` when each of its violations is tolerated, or when it could not be exercised and that
 * is; otherwise as it was. Violations stay in it.
 */
export function waive(result: Result, { waivers, today, rules }: WaiverTerms): Result {
  if (result.verdict !== "fail" && result.verdict !== "inconclusive") return result;
  const valid = waivers.filter((waiver) => today <= waiver.until && fits(waiver, result, rules));
  const used = valid.filter((waiver) => tolerates(waiver, result, rules));
  const [first] = used;
  if (first === undefined) return result;
  const isCovered = (violation: Violation): boolean =>
    used.some((waiver) => covers(waiver, violation, rules));
  if (!result.violations.every(isCovered)) return result;
  const why = used.map(({ until, reason }) => `waived until ${until}: ${reason}`).join("; ");
  return { ...result, verdict: "waived", reason: result.reason === null ? why : `${why} (${result.reason})` };
}

/**
 * What became of every waiver. `cases` is everything that could be played: one that was narrowed out of this run leaves
 * undecided whether a waiver is still needed.
 */
export function auditWaivers(
  terms: WaiverTerms,
  results: readonly Result[],
  cases: readonly Named[],
): WaiverUse[] {
  return terms.waivers.map((waiver): WaiverUse => {
    const { check, operation, rule, reason, until } = waiver;
    const state = stateOf(waiver, terms, results, cases);
    return { check, operation, rule, reason, until, state, problem: problemOf(waiver, state, terms, cases) };
  });
}

function stateOf(
  waiver: Waiver,
  { today, rules }: WaiverTerms,
  results: readonly Result[],
  cases: readonly Named[],
): WaiverState {
  if (today > waiver.until) return "expired";
  const fitting = cases.filter((one) => fits(waiver, one, rules));
  if (fitting.length === 0 || !isKnownRule(waiver, rules)) return "fits-nothing";
  const played = results.filter((one) => fits(waiver, one, rules));
  if (played.some((result) => tolerates(waiver, result, rules))) return "needed";
  const isOpen = played.some(({ verdict }) => verdict === "inconclusive");
  return isOpen || played.length < fitting.length ? "undecided" : "stale";
}

function problemOf(
  waiver: Waiver,
  state: WaiverState,
  { today, rules }: WaiverTerms,
  cases: readonly Named[],
): string | null {
  const where = `${waiver.file}:${waiver.line}: the waiver of ${named(waiver)}`;
  switch (state) {
    case "expired":
      return `${where} has expired: ${expectedGot(`a day not before today, ${today}`, `until ${waiver.until}`)}. Mend the connector and remove the waiver, or agree on a later day.`;
    case "stale":
      return `${where} is no longer needed: ${expectedGot("something that it tolerates", "none in all that it fits")}. Remove it, or the next such failure passes unseen.`;
    case "fits-nothing":
      return `${where} fits nothing: ${expectedGot("a scenario, a glob or a rule of this connector's check", misnamed(waiver, rules, cases))} Correct or remove it.`;
    default:
      return null;
  }
}

function named({ check, operation, rule }: Waiver): string {
  const narrowed = [
    ...(rule === null ? [] : [`rule ${rule}`]),
    ...(operation === null ? [] : [`for ${operation}`]),
  ];
  return [`'${check}'`, ...narrowed].join(", ");
}

/** Which of its words is the wrong one, with what was perhaps meant. */
function misnamed(
  { check, operation, rule }: Waiver,
  rules: readonly string[],
  cases: readonly Named[],
): string {
  const operations = [...new Set(cases.map((one) => one.operation))];
  if (operation !== null && !operations.includes(operation)) {
    return `operation '${operation}'.${suggest(operation, operations)}`;
  }
  if (rule !== null && !rules.includes(rule)) return `rule '${rule}'.${suggest(rule, rules)}`;
  const scenarios = [
    ...new Set(cases.flatMap(({ scenario }) => [scenario, scenario.split("/")[0] ?? scenario])),
  ];
  const close = suggest(check, [...scenarios, ...rules]);
  return `'${check}'.${close.startsWith(" Did") ? close : " `threeworlds check --dry-run` lists the scenarios."}`;
}

function isKnownRule({ rule }: Waiver, rules: readonly string[]): boolean {
  return rule === null || rules.includes(rule);
}

function fits({ check, operation }: Waiver, one: Named, rules: readonly string[]): boolean {
  if (operation !== null && operation !== one.operation) return false;
  return rules.includes(check) || scenarioTest(check)(one.scenario);
}

/** Whether it does something for this result: tolerates a violation, or that it was not exercised. */
function tolerates(waiver: Waiver, { verdict, violations }: Result, rules: readonly string[]): boolean {
  if (violations.length > 0) return violations.some((violation) => covers(waiver, violation, rules));
  const namesRule = waiver.rule !== null || rules.includes(waiver.check);
  return !namesRule && (verdict === "inconclusive" || verdict === "waived");
}

function covers({ check, rule }: Waiver, violation: Violation, rules: readonly string[]): boolean {
  if (rules.includes(check) && violation.rule !== check) return false;
  return rule === null || violation.rule === rule;
}
