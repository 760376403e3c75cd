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

  test("works on items that wait beside the others, at most twice as many", async () => {
    const running = { waiting: 0, working: 0 };
    const most = { waiting: 0, working: 0 };

    const results = await inParallel(
      ["waiting", "working", "waiting", "waiting", "working", "waiting"] as const,
      1,
      async (kind, index) => {
        running[kind] += 1;
        most[kind] = Math.max(most[kind], running[kind]);
        await Promise.resolve();
        running[kind] -= 1;
        return index;
      },
      (kind) => kind === "waiting",
    );

    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toEqual({ waiting: 2, working: 1 });
  });

  test("does nothing for no items", async () => {
    expect(await inParallel([], 4, () => Promise.resolve(1))).toEqual([]);
  });
});
