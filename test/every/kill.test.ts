import { describe, expect, it } from "vitest";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { loadCast } from "../../src/selftest/cast.js";
import { played } from "../../src/selftest/outcome.js";
import { selftest } from "../../src/selftest/selftest.js";

const { careful, flawed } = await loadCast();
const flaws = flawed.flatMap(({ flaw }) => (flaw === null ? [] : [flaw]));

describe("a connector with one mistake", () => {
  // One that hammers is let go on until its history is full.
  it.each(flawed)("$id is stopped", { timeout: 240_000 }, async (actor) => {
    const [one] = await selftest([actor], { full: false, jobs: 1 });

    expect(one?.wrong).toEqual([]);
  });

  it("exists for every rule", async () => {
    const stopping = new Set(flaws.flatMap(({ stoppedBy }) => stoppedBy));

    const idle = [...(await loadCatalogue<Rule>("rules")).keys()].filter((rule) => !stopping.has(rule));

    expect(idle).toEqual([]);
  });

  it("exists for every scenario", async () => {
    const stopping = new Set(flaws.flatMap(({ scenarios }) => scenarios.map((name) => name.split("/")[0])));

    const idle = [...(await loadCatalogue<Scenario>("scenarios")).keys()].filter((id) => !stopping.has(id));

    expect(idle).toEqual([]);
  });
});

describe("the careful connector", () => {
  it.each(careful)("passes everything on $id", { timeout: 240_000 }, async (actor) => {
    const [one] = await selftest([actor], { full: false, jobs: 1 });

    expect(one?.wrong).toEqual([]);
    expect(played(one?.results ?? []).length).toBeGreaterThan(40);
  });
});
