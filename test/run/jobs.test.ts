import { describe, expect, test } from "vitest";
import { inParallel } from "../../src/run/jobs.js";

describe("inParallel", () => {
  test("keeps the order of the items and never exceeds the number of jobs", async () => {
    let running = 0;
    let most = 0;

    const results = await inParallel([3, 1, 2, 5, 4], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });

    expect(results).toEqual([30, 10, 20, 50, 40]);
    expect(most).toBe(2);
  });

  test("does nothing for no items", async () => {
    expect(await inParallel([], 4, () => Promise.resolve(1))).toEqual([]);
  });
});
