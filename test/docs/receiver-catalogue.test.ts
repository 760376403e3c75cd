import { describe, expect, it } from "vitest";
import { planReceiver, type PlannedReceiverCase } from "../../checks/receiver/plan.js";
import type { ReceiverRule } from "../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../checks/receiver/scenario.js";
import { startSender } from "../../mock-provider/webhooks/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Contract } from "../../src/contract/model.js";
import { receiverRulesPage, receiverScenariosPage } from "../../src/docs/receiver-catalogue.js";
import { contracts } from "../receivers/theatre.js";

async function planFor(
  contract: Contract,
  scenarios: readonly ReceiverScenario[],
): Promise<PlannedReceiverCase[]> {
  const { webhooks } = contract;
  if (webhooks === undefined) throw new Error(`${contract.id} has no webhooks`);
  await using sender = startSender(contract);
  sender.make({ name: "sample" });
  const capabilities = ["clock", "faults", "sources"] as const;
  const lacks = (as: Parameters<typeof sender.lacks>[0]): string | null => sender.lacks(as, "sample");
  return planReceiver({ contract, webhooks, capabilities, lacks }, scenarios);
}

// `npx vitest run test/docs/receiver-catalogue.test.ts -u` writes the pages anew.
describe("the reference pages for receivers", () => {
  it("show every scenario as it is", async () => {
    const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];

    const plans = await Promise.all([...contracts.values()].map((contract) => planFor(contract, scenarios)));
    const page = receiverScenariosPage(scenarios, plans);

    for (const { id } of scenarios) expect(page).toContain(`\n### ${id}\n`);
    await expect(page).toMatchFileSnapshot("../../docs/reference/receiver-scenarios.md");
  });

  it("show every rule as it is", async () => {
    const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];

    const page = receiverRulesPage(rules);

    for (const { id } of rules) expect(page).toContain(`\n## ${id}\n`);
    await expect(page).toMatchFileSnapshot("../../docs/reference/receiver-rules.md");
  });

  it("play every variant on one of the contracts", async () => {
    const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];
    const plans = await Promise.all([...contracts.values()].map((contract) => planFor(contract, scenarios)));

    const played = new Set(plans.flat().flatMap((one) => ("steps" in one ? [one.scenario] : [])));
    const planned = new Set(plans.flat().map(({ scenario }) => scenario));

    expect([...planned].filter((name) => !played.has(name))).toEqual([]);
  });
});
