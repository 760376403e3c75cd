import { afterAll, describe, expect, it } from "vitest";
import type { ReceiverRule } from "../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../checks/receiver/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { contracts, lineOf, loadFlaws, Theatre, variants } from "../receivers/theatre.js";
import { chosen } from "./wide.js";

const flaws = await loadFlaws();
const theatre = new Theatre();

afterAll(() => theatre[Symbol.asyncDispose]());

describe("a receiver with one mistake", () => {
  it.each(flaws)(
    "$id is stopped",
    { timeout: 60_000 },
    async ({ id, contract: on, scenarios, stoppedBy }) => {
      const contract = contracts.get(on);
      if (contract === undefined) throw new Error(`${id}: there is no contract '${on}'`);

      const results = await theatre.play(contract, scenarios, { flaw: id });

      const lines = results.map(lineOf).join("\n");
      const failed = results.filter(({ verdict }) => verdict === "fail").map(({ scenario }) => scenario);
      expect(failed, lines).toEqual(expect.arrayContaining(scenarios));
      const rules = new Set(results.flatMap(({ violations }) => violations.map(({ rule }) => rule)));
      expect([...rules], lines).toEqual(expect.arrayContaining(stoppedBy));
    },
  );

  it("exists for every rule", async () => {
    const stopping = new Set(flaws.flatMap(({ stoppedBy }) => stoppedBy));

    const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).keys()];

    expect(rules.filter((rule) => !stopping.has(rule))).toEqual([]);
  });

  it("exists for every scenario", async () => {
    const stopping = new Set(flaws.flatMap(({ scenarios }) => scenarios.map((name) => name.split("/")[0])));

    const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).keys()];

    expect(scenarios.filter((scenario) => !stopping.has(scenario))).toEqual([]);
  });
});

describe("a careful receiver", () => {
  const usual = [...contracts.keys()].map((id) => ({ id, variant: "usual" }));
  const others = variants.flatMap((variant) =>
    [...contracts.values()]
      // An inbox knows no outcome yet when it answers.
      .filter(({ webhooks }) => variant !== "inbox" || webhooks?.result === null)
      .map(({ id }) => ({ id, variant })),
  );

  it.each([...usual, ...chosen(others, 2)])(
    "($variant) passes everything on $id",
    { timeout: 180_000 },
    async ({ id, variant }) => {
      const contract = contracts.get(id);
      if (contract === undefined) throw new Error(`there is no contract '${id}'`);

      const results = await theatre.play(contract, [], variant === "usual" ? {} : { variant });

      const blamed = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
      expect(blamed.map(lineOf)).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(20);
    },
  );

  it("in Python passes everything on the contract of the counter", { timeout: 180_000 }, async () => {
    const contract = contracts.get("counter");
    if (contract === undefined) throw new Error("there is no contract of the counter");

    const results = await theatre.play(contract, [], {
      command: "python3 examples/receivers/counter/server.py",
    });

    const blamed = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
    expect(blamed.map(lineOf)).toEqual([]);
  });
});
