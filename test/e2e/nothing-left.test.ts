import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { comesTrue } from "../drivers/launching.js";
import { bin, root } from "./cli.js";

/** Processes whose environment names this mark: the kit's connectors inherit it. */
function marked(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`THREEWORLDS_TEST_MARK=${mark}\0`);
    } catch {
      return false;
    }
  });
}

describe("when a check is broken off, nothing is left running", () => {
  test.for([
    { how: "SIGKILL", code: null },
    { how: "SIGINT", code: 130 },
    { how: "SIGTERM", code: 143 },
  ] as const)("after $how", async ({ how, code }) => {
    const mark = `${process.pid}-${how}`;
    const kit = spawn(process.execPath, [bin, "check", "stripe-careful"], {
      cwd: root,
      env: { ...process.env, CI: "true", THREEWORLDS_TEST_MARK: mark },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // The first tenth is done: connectors are running.
    let said = "";
    for await (const chunk of kit.stderr) {
      said += String(chunk);
      if (said.includes(" done, ")) break;
    }
    expect(marked(mark).length).toBeGreaterThan(1);

    kit.kill(how);
    const [exitCode] = (await once(kit, "exit")) as [number | null];

    expect(exitCode).toBe(code);
    await comesTrue(() => marked(mark).length === 0, 2000);
    expect(marked(mark)).toEqual([]);
  });
});
