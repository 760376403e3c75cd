import { afterAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/core/verdict.js";
import { loadContracts, type Actor } from "../../src/selftest/cast.js";
import { Theatre } from "../../src/selftest/play.js";
import { chosen } from "./wide.js";

const contracts = [...(await loadContracts()).values()];
const theatre = new Theatre();

afterAll(() => theatre[Symbol.asyncDispose]());

function without(capabilities: string, contract: Actor["contract"]): Actor {
  const command = `THREEWORLDS_WITHOUT=${capabilities} '${process.execPath}' test/connectors/careful.mjs`;
  return { id: `careful-without-${capabilities}`, contract, flaw: null, command };
}

/** The results that are no pass, in a line each; what a connector without the capability cannot be put through aside. */
function blamed(results: readonly Result[], lacking: readonly string[]): string[] {
  const lacks = lacking.map((capability) => `needs a connector with ${capability}`);
  return results
    .filter(
      ({ verdict, reason }) =>
        verdict === "fail" || (verdict === "inconclusive" && !lacks.includes(reason ?? "")),
    )
    .map(({ scenario, reason, violations }) => {
      const [first] = violations;
      return `${scenario}: ${first === undefined ? reason : `${first.rule}: ${first.message}`}`;
    });
}

describe("a careful connector that is asked to perform again", () => {
  it.each(chosen(contracts, 2))("passes everything on $id", async (contract) => {
    const results = await theatre.play(without("reconcile", contract), [], 4);

    expect(blamed(results, ["reconcile"])).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(40);
  });

  // Nearly all of the time is waited, so that many can be played at once.
  it.each(chosen(contracts, 1))(
    "passes everything in real time on $id",
    { timeout: 300_000 },
    async (contract) => {
      const results = await theatre.play(without("reconcile,clock", contract), [], 8);

      expect(blamed(results, ["reconcile", "clock"])).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(40);
    },
  );
});
