import { afterAll, describe, expect, it } from "vitest";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { flaws, lineOf, Runs, sampleContracts } from "./connectors.js";

const contracts = await sampleContracts();
const flawed = await flaws();
const runs = new Runs();

afterAll(() => runs[Symbol.asyncDispose]());

describe("a connector with one mistake", () => {
  it.each(flawed)("$id is stopped", async (flaw) => {
    const contract = contracts.get(flaw.contract);
    if (contract === undefined) throw new Error(`${flaw.id}: there is no contract '${flaw.contract}'`);

    const results = await runs.play(contract, flaw.scenarios, flaw);

    const failed = results.filter(({ verdict }) => verdict === "fail").map(({ scenario }) => scenario);
    expect(failed, results.map(lineOf).join("\n")).toEqual(expect.arrayContaining(flaw.scenarios));
    const rules = new Set(results.flatMap(({ violations }) => violations.map(({ rule }) => rule)));
    expect([...rules], results.map(lineOf).join("\n")).toEqual(expect.arrayContaining(flaw.stoppedBy));
  });

  it("exists for every rule", async () => {
    const stopping = new Set(flawed.flatMap(({ stoppedBy }) => stoppedBy));

    const idle = [...(await loadCatalogue<Rule>("rules")).keys()].filter((rule) => !stopping.has(rule));

    expect(idle).toEqual([]);
  });

  it("exists for every scenario", async () => {
    const stopping = new Set(flawed.flatMap(({ scenarios }) => scenarios.map((name) => name.split("/")[0])));

    const idle = [...(await loadCatalogue<Scenario>("scenarios")).keys()].filter((id) => !stopping.has(id));

    expect(idle).toEqual([]);
  });
});

describe("the careful connector", () => {
  it.each([...contracts.keys()])("passes everything on %s", async (id) => {
    const contract = contracts.get(id);
    if (contract === undefined) throw new Error(`there is no contract '${id}'`);

    const results = await runs.play(contract, [], null);

    const blamed = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
    expect(blamed.map(lineOf)).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(40);
  });
});
