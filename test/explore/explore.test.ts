import { afterAll, describe, expect, test } from "vitest";
import { explore, type Explored, type ExploreEvent } from "../../src/explore/explore.js";
import { loadCast } from "../../src/selftest/cast.js";
import { Theatre } from "../../src/selftest/play.js";

const { careful, flawed } = await loadCast();
const theatre = new Theatre();
const minutes = 60_000;

afterAll(() => theatre[Symbol.asyncDispose]());

async function explored(id: string, runs: number, listen?: (event: ExploreEvent) => void): Promise<Explored> {
  const actor = [...careful, ...flawed].find((each) => each.id === id);
  if (actor === undefined) throw new Error(`there is no connector '${id}'`);
  return explore({ ...theatre.requestFor(actor, [], 4), runs, timeMs: null }, listen);
}

describe("exploring", () => {
  test.each(["keyed", "lookup-only"])(
    "finds nothing in the careful connector on %s",
    { timeout: 5 * minutes },
    async (id) => {
      const { found, kitFailures, tallies } = await explored(id, 30);

      expect(found && { rule: found.rule, steps: found.steps }).toBeNull();
      expect(kitFailures).toEqual([]);
      expect(tallies.map(({ pairs, random }) => pairs.played + random)).toEqual(tallies.map(() => 30));
    },
  );

  test.each(["key-per-attempt", "timeout-is-failure", "record-in-memory"])(
    "finds %s and shows it in five steps or fewer",
    { timeout: 5 * minutes },
    async (id) => {
      const { found } = await explored(id, 200);

      expect(found?.reproduced).toBe(true);
      expect(found?.steps.length).toBeLessThanOrEqual(5);
      expect(found?.played.violations.map(({ rule }) => rule)).toContain(found?.rule);
      expect(found?.id).toBe(`explored/1-${found?.number}`);
    },
  );

  test("begins nothing when its time is over", { timeout: minutes }, async () => {
    const actor = careful.find(({ id }) => id === "keyed");
    if (actor === undefined) throw new Error("there is no careful connector");

    const { tallies, found } = await explore({ ...theatre.requestFor(actor, [], 1), runs: 9, timeMs: 0 });

    expect(found).toBeNull();
    expect(tallies.map(({ pairs }) => pairs.played)).toEqual(tallies.map(() => 0));
  });

  test("tells how far it is", { timeout: 5 * minutes }, async () => {
    const events: ExploreEvent[] = [];

    await explored("timeout-is-failure", 10, (event) => events.push(event));

    expect(events[0]).toMatchObject({ event: "planned", operation: "createTicket", runs: 10 });
    expect(events.some(({ event }) => event === "played")).toBe(true);
    expect(events.at(-1)).toMatchObject({ event: "shrinking", rule: "honest-failure" });
  });
});
