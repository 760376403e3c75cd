import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { comesTrue, membersOf, programs } from "./launching.js";

/** A kit with connectors under it, each with a grandchild that ignores SIGTERM and a closed stdin. */
async function startKit(ending: string, connectors = 1): Promise<{ kit: ChildProcess; groups: number[] }> {
  const kit = spawn(process.execPath, [`${programs}kit.mjs`, ending, String(connectors)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = createInterface({ input: kit.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return { kit, groups: JSON.parse(line) as number[] };
}

const leftOf = (groups: number[]): string[] => groups.flatMap((group) => membersOf(group));

describe("when the kit ends, no connector is left", () => {
  test.for([
    { how: "SIGKILL", ending: "stays", code: null },
    { how: "SIGINT", ending: "signals", code: 130 },
    { how: "SIGTERM", ending: "signals", code: 143 },
    { how: "SIGHUP", ending: "signals", code: 129 },
    // A program that uses the kit as a library has its own ideas about signals, or none.
    { how: "SIGTERM", ending: "stays", code: null },
  ] as const)("after $how on one that $ending", async ({ how, ending, code }) => {
    const { kit, groups } = await startKit(ending);
    const isUp = await comesTrue(
      () => leftOf(groups).some((line) => line.includes("trap '' TERM INT HUP")),
      5000,
    );
    expect(isUp).toBe(true);

    kit.kill(how);
    const [exitCode] = (await once(kit, "exit")) as [number | null];

    expect(exitCode).toBe(code);
    await comesTrue(() => leftOf(groups).length === 0, 2000);
    expect(leftOf(groups)).toEqual([]);
  });

  test.for([
    { ending: "throws", code: 1 },
    { ending: "exits", code: 7 },
  ])("after it $ending", async ({ ending, code }) => {
    const { kit, groups } = await startKit(ending);
    const [exitCode] = (await once(kit, "exit")) as [number | null];

    expect(exitCode).toBe(code);
    await comesTrue(() => leftOf(groups).length === 0, 2000);
    expect(leftOf(groups)).toEqual([]);
  });

  test("after SIGKILL with many of them running", async () => {
    const { kit, groups } = await startKit("stays", 8);
    expect(groups).toHaveLength(8);

    kit.kill("SIGKILL");

    await comesTrue(() => leftOf(groups).length === 0, 2000);
    expect(leftOf(groups)).toEqual([]);
  });
});
