import { describe, expect, it } from "vitest";
import { plan } from "../../checks/plan.js";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { rulesPage, scenariosPage } from "../../src/docs/catalogue.js";
import { selectOperations } from "../../src/run/select.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContract, sampleContracts } from "../contracts/sample-contracts.js";

const keyed = sampleContract("keyed");
const contracts = [keyed, ...[...sampleContracts.values()].filter((contract) => contract !== keyed)];

// `npx vitest run test/docs -u` writes the pages anew.
describe("the reference pages", () => {
  it("show every scenario as it is", async () => {
    const scenarios = [...(await loadCatalogue<Scenario>("scenarios")).values()];

    const page = scenariosPage(
      scenarios,
      contracts.map((contract) =>
        selectOperations(contract, []).flatMap((operation) =>
          plan(contract, [operation], scenarios, timingFor(operation, ["clock"])),
        ),
      ),
    );

    for (const { id } of scenarios) expect(page).toContain(`\n### ${id}\n`);
    await expect(page).toMatchFileSnapshot("../../docs/reference/scenarios.md");
  });

  it("show every rule as it is", async () => {
    const rules = [...(await loadCatalogue<Rule>("rules")).values()];

    const page = rulesPage(rules);

    for (const { id } of rules) expect(page).toContain(`\n## ${id}\n`);
    await expect(page).toMatchFileSnapshot("../../docs/reference/rules.md");
  });
});
