import type { PlannedReceiverCase } from "../../checks/receiver/plan.js";
import type { ReceiverRule } from "../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../checks/receiver/scenario.js";
import { page, ruleSection, scenarioSection, variantRow } from "./reference-page.js";
import { receiverStepInWords } from "./receiver-step-words.js";

const families: [ReceiverScenario["family"], string][] = [
  ["delivery", "Delivery"],
  ["authenticity", "Authenticity"],
  ["content", "Content"],
  ["failure", "Failure"],
];

/**
 * The reference page of the scenarios for receivers, as Markdown. The steps of a variant are those for the first of the plans
 * in which it applies.
 */
export function receiverScenariosPage(
  scenarios: readonly ReceiverScenario[],
  plans: readonly (readonly PlannedReceiverCase[])[],
): string {
  const sections = families.flatMap(([family, heading]) => [
    `## ${heading}`,
    ...scenarios
      .filter((scenario) => scenario.family === family)
      .flatMap((scenario) => sectionOf(scenario, plans.flat())),
  ]);
  return page([
    "# Scenarios for receivers",
    "What a receiver of webhooks is put through. A variant is a scenario with one parameter changed and has its own result, named `<scenario>/<variant>`. " +
      "After every delivery the business data are read. Times are those of a sample contract; yours come from your contract.",
    ...sections,
  ]);
}

/** The reference page of the rules for receivers, as Markdown. */
export function receiverRulesPage(rules: readonly ReceiverRule[]): string {
  return page([
    "# Rules for receivers",
    "What a receiver of webhooks is judged by. Each rule looks at the whole history of each scenario; a violation fails the check. Of an answer it counts whether the contract calls it a success, and nothing else.",
    ...rules.flatMap(ruleSection),
  ]);
}

function sectionOf(scenario: ReceiverScenario, cases: readonly PlannedReceiverCase[]): string[] {
  const mine = cases.filter(
    ({ scenario: name }) => name === scenario.id || name.startsWith(`${scenario.id}/`),
  );
  const shown = new Map<string, string>();
  const reasons = new Set<string>();
  for (const planned of mine) {
    if ("notApplicable" in planned) reasons.add(planned.notApplicable);
    else if (!shown.has(planned.scenario)) {
      const row = variantRow(`\`${planned.scenario}\``, planned.steps.map(receiverStepInWords));
      shown.set(planned.scenario, row);
    }
  }
  return scenarioSection(scenario, [...shown.values()], [...reasons]);
}
