import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { plan, type PlannedCase } from "../../checks/plan.js";
import { readCase, writeCase } from "../../checks/read-steps.js";
import type { Scenario } from "../../checks/scenario.js";
import { readArming } from "../../mock-provider/arming.js";
import type { Fault } from "../../mock-provider/fault.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Contract } from "../../src/contract/model.js";
import { selectOperations } from "../../src/run/select.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContracts } from "../contracts/sample-contracts.js";

const scenarios = [...(await loadCatalogue<Scenario>("scenarios")).values()];
const faults = await loadCatalogue<Fault>("faults");
const contracts = [...sampleContracts.values()];
const everyCase = contracts.flatMap((contract) => planOf(contract).map((planned) => ({ contract, planned })));
const played = everyCase.flatMap(({ contract, planned }) =>
  "steps" in planned ? [{ contract, planned }] : [],
);

function planOf(contract: Contract, of: readonly Scenario[] = scenarios, clock = true): PlannedCase[] {
  return selectOperations(contract, []).flatMap((operation) =>
    plan(contract, [operation], of, timingFor(operation, clock ? ["clock"] : [])),
  );
}

describe("every scenario", () => {
  it("is a file of that name in kebab-case", () => {
    const files = readdirSync(new URL("../../checks/scenarios/", import.meta.url)).sort();

    expect(files).toEqual(scenarios.map(({ id }) => `${id}.ts`));
    for (const { id } of scenarios) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(scenarios)("$id says what happens and why it matters", ({ title, why }) => {
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(why).toMatch(/^[A-Z].+\.$/);
  });

  it.each(scenarios)("$id applies to at least one sample contract", (scenario) => {
    const cases = contracts.flatMap((contract) => planOf(contract, [scenario]));

    expect(cases.some((planned) => "steps" in planned)).toBe(true);
  });

  it("plans every variant with steps or with a reason in words", () => {
    for (const { planned } of everyCase) {
      if ("steps" in planned) expect(planned.steps.at(-1), planned.scenario).toEqual({ step: "settle" });
      else expect(planned.notApplicable, planned.scenario).toMatch(/^[a-z].{15,}[^.]$/);
    }
  });

  it("plans no name twice for one operation", () => {
    for (const contract of contracts) {
      const names = planOf(contract).map(({ operation, scenario }) => `${operation} ${scenario}`);

      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("asks the connector to perform in every case it plays", () => {
    for (const { planned } of played) {
      expect(
        planned.steps.some(({ step }) => step === "perform" || step === "together"),
        planned.scenario,
      ).toBe(true);
    }
  });

  it("arms only faults that exist, at phases and with options they have", () => {
    for (const { contract, planned } of played) {
      const operations = contract.operations.map(({ name }) => name);
      for (const step of planned.steps) {
        if (step.step !== "fault") continue;
        const { fault, at, on, options } = step;
        const arming = { fault, at, ...(on ? { on } : {}), ...(options ? { options } : {}) };

        expect(() => readArming(arming, { faults, operations }), planned.scenario).not.toThrow();
      }
    }
  });

  it("leaves no fault optional, so that what was not exercised is no pass", () => {
    for (const { planned } of played) {
      expect(planned.steps.some((step) => "optional" in step && step.optional)).toBe(false);
    }
  });

  it("survives JSON and YAML unchanged", () => {
    for (const { planned } of everyCase) {
      const data = writeCase(planned);

      expect(readCase(JSON.parse(JSON.stringify(data)), "case.json")).toEqual(planned);
      expect(readCase(parse(stringify(data)), "case.yaml")).toEqual(planned);
    }
  });

  it("is planned the same way again, whatever the order of the catalogue", () => {
    for (const contract of contracts) {
      expect(planOf(contract, scenarios.toReversed())).toEqual(planOf(contract));
    }
  });

  it("has the same names with and without a clock", () => {
    for (const contract of contracts) {
      const names = (clock: boolean): string[] =>
        planOf(contract, scenarios, clock).map(({ scenario }) => scenario);

      expect(names(false)).toEqual(names(true));
    }
  });

  it.each(contracts)("is planned for $id as written down", async (contract) => {
    const lines = planOf(contract).map((planned) =>
      "steps" in planned
        ? `${planned.operation} ${planned.scenario}${planned.needs.length > 0 ? ` (needs ${planned.needs.join(", ")})` : ""}`
        : `${planned.operation} ${planned.scenario} - ${planned.notApplicable}`,
    );

    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`plans/${contract.id}.txt`);
  });
});
