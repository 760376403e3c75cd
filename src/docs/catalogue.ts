import type { PlannedCase } from "../../checks/plan.js";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { page, ruleSection, scenarioSection, variantRow } from "./reference-page.js";
import { stepInWords } from "./step-words.js";

const families: [Scenario["family"], string][] = [
  ["baseline", "Baseline"],
  ["three-worlds", "Three worlds"],
  ["crash-windows", "Crash windows"],
  ["declared-errors", "Declared errors"],
  ["idempotency", "Idempotency"],
  ["acknowledgement", "Acknowledgement"],
  ["lookup", "Lookup"],
  ["credentials", "Credentials"],
  ["people", "People"],
];

/**
 * The reference page of the scenarios, as Markdown. The steps of a variant are those for the first of the plans in
 * which it applies.
 */
export function scenariosPage(scenarios: readonly Scenario[], plans: readonly Plan[]): string {
  const sections = families.flatMap(([family, heading]) => {
    const members = scenarios.filter((scenario) => scenario.family === family);
    return members.length === 0
      ? []
      : [`## ${heading}`, ...members.flatMap((scenario) => sectionOf(scenario, plans))];
  });
  return page([
    "# Scenarios",
    "What a connector is put through. A variant is a scenario with one parameter changed and has its own result, named `<scenario>/<variant>`. " +
      "Times, statuses and the names of errors below are those of a sample contract; yours come from your contract. " +
      "Every scenario ends with *settle*: lasting faults end, then reconcile and move the clock until nothing is unresolved or the passes are used up.",
    ...sections,
  ]);
}

/** The reference page of the rules, as Markdown. */
export function rulesPage(rules: readonly Rule[]): string {
  return page([
    "# Rules",
    "What a connector is judged by. Each rule looks at the whole history of each scenario; a violation fails the check.",
    ...rules.flatMap(ruleSection),
  ]);
}

function sectionOf(scenario: Scenario, plans: readonly Plan[]): string[] {
  const { shown, reasons } = variantsOf(scenario, plans);
  const rows = shown.map(({ scenario: id, steps, needs }) => {
    const told = steps.at(-1)?.step === "settle" ? steps.slice(0, -1) : steps;
    const needed = needs.length === 0 ? "" : ` (needs a connector with ${needs.join(", ")})`;
    return variantRow(`\`${id}\`${needed}`, told.map(stepInWords));
  });
  return scenarioSection(scenario, rows, reasons);
}

type Played = Extract<PlannedCase, { steps: unknown }>;

/** What is planned for one contract. */
export type Plan = readonly PlannedCase[];

/** The variants to show, in the scenario's own order, and why some do not apply to some contracts. */
function variantsOf(scenario: Scenario, plans: readonly Plan[]): { shown: Played[]; reasons: string[] } {
  const shown = new Map<string, Played>();
  const wanted = new Set<string>();
  const reasons = new Set<string>();
  for (const plan of plans) {
    // Names made from a contract's own words, as those of errors, are shown for the first contract only.
    const first = shown.size === 0;
    for (const planned of plan) {
      if (planned.scenario !== scenario.id && !planned.scenario.startsWith(`${scenario.id}/`)) continue;
      if ("notApplicable" in planned) {
        reasons.add(planned.notApplicable);
        wanted.add(planned.scenario);
      } else if ((first || wanted.has(planned.scenario)) && !shown.has(planned.scenario)) {
        shown.set(planned.scenario, planned);
      }
    }
  }
  return { shown: [...shown.values()], reasons: [...reasons] };
}
