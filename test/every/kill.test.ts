import { afterAll, describe, expect, it } from "vitest";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { loadCast } from "../../src/selftest/cast.js";
import { blamed, played, unstopped } from "../../src/selftest/outcome.js";
import { Theatre } from "../../src/selftest/play.js";

const { careful, flawed } = await loadCast();
const flaws = flawed.flatMap(({ flaw }) => (flaw === null ? [] : [flaw]));
const theatre = new Theatre();
const jobs = 4;

afterAll(() => theatre[Symbol.asyncDispose]());

describe("a connector with one mistake", () => {
  // One that hammers is let go on until its history is full.
  it.each(flawed)("$id is stopped", { timeout: 240_000 }, async (actor) => {
    if (actor.flaw === null) throw new Error(`${actor.id} has no flaw`);

    const results = await theatre.play(actor, actor.flaw.scenarios, jobs);
    // As in the selftest: on a busy machine it may have given up on the very answer that it would have read wrongly.
    const isBusy = unstopped(actor.flaw, results).length > 0;
    const alone = isBusy ? await theatre.play(actor, actor.flaw.scenarios, 1) : results;

    expect(unstopped(actor.flaw, alone)).toEqual([]);
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
    const results = await theatre.play(actor, [], jobs);

    expect(blamed(results)).toEqual([]);
    expect(played(results).length).toBeGreaterThan(40);
  });
});
