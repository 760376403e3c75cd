import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { loadCast } from "../../src/selftest/cast.js";
import { matrixPage, idleVariants as idleIn } from "../../src/selftest/matrix-page.js";
import { emptyMatrix, type Matrix } from "../../src/selftest/matrix.js";
import { Theatre } from "../../src/selftest/play.js";
import { idleVariants } from "./idle-variants.js";

const file = new URL("../../docs/reference/kill-matrix.json", import.meta.url);
const matrix = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Matrix) : emptyMatrix;
const { careful, flawed } = await loadCast();
const flaws = flawed.flatMap(({ flaw }) => (flaw === null ? [] : [flaw]));
const rules = [...(await loadCatalogue<Rule>("rules")).values()];
const scenarios = [...(await loadCatalogue<Scenario>("scenarios")).values()].map(({ id }) => id);

// `npm run matrix` plays all of it and writes both files anew: `threeworlds selftest --full`, then this test with `-u`.
describe("the kill matrix", () => {
  it("is shown as it was played", async () => {
    const page = matrixPage({ matrix, flaws, rules, scenarios, idle: idleVariants });

    await expect(page).toMatchFileSnapshot("../../docs/reference/kill-matrix.md");
  });

  it("names exactly the connectors of today", () => {
    expect(Object.keys(matrix.flaws)).toEqual(flaws.map(({ id }) => id).sort());
    expect(Object.keys(matrix.careful)).toEqual(careful.map(({ id }) => id).sort());
    for (const { id, contract } of flaws) expect(matrix.flaws[id]?.contract, id).toBe(contract);
  });

  it("names exactly the scenarios of today", async () => {
    await using theatre = new Theatre();
    for (const actor of careful) {
      if (actor.command !== null) continue;
      const planned = [...new Set(await theatre.plan(actor))].sort();

      expect(matrix.scenarios[actor.contract.id], actor.contract.id).toEqual(planned);
    }
  });

  it("names only rules of today", () => {
    const known = new Set(rules.map(({ id }) => id));
    const named = Object.values(matrix.flaws).flatMap(({ stopped }) => Object.values(stopped).flat());

    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
  });

  it("shows every flaw stopped under its rule, and no careful connector blamed", () => {
    const spared = flaws.flatMap(({ id, stoppedBy, scenarios: wanted }) =>
      wanted
        .filter((name) => !matrix.flaws[id]?.stopped[name]?.some((rule) => stoppedBy.includes(rule)))
        .map((name) => `${id} in ${name}`),
    );

    expect(spared).toEqual([]);
    expect(Object.values(matrix.careful).flatMap(({ blamed }) => blamed)).toEqual([]);
  });

  it("gives a reason for every variant that stops nothing, and for no other", () => {
    expect([...idleVariants.keys()].sort()).toEqual(idleIn(matrix));
  });
});
