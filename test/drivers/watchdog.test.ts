import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { watchdogScript } from "../../src/drivers/process/watchdog.js";
import { comesTrue, launch, membersOf } from "./launching.js";

function startScript(): ChildProcess & { stdin: NonNullable<ChildProcess["stdin"]> } {
  return spawn("/bin/sh", ["-c", watchdogScript], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
}

function startGroup(): number {
  const { pid } = spawn("/bin/sh", ["-c", "trap '' TERM; sleep 600 & wait"], {
    detached: true,
    stdio: "ignore",
  });
  if (pid === undefined) throw new Error("sh is missing");
  return pid;
}

/** Whether a process ignores SIGHUP (1), SIGINT (2) and SIGTERM (15). */
function ignoresSignals(pid: number | undefined): boolean {
  const [, mask = "0"] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  const ignored = BigInt(`0x${mask}`);
  return [1n, 2n, 15n].every((signal) => (ignored >> (signal - 1n)) % 2n === 1n);
}

/** The watchdogs of this very process. */
function ownWatchdogs(): number[] {
  return readdirSync("/proc")
    .filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        const isOurs = readFileSync(`/proc/${name}/status`, "latin1").includes(`\nPPid:\t${process.pid}\n`);
        return isOurs && readFileSync(`/proc/${name}/cmdline`, "latin1").includes(watchdogScript.trim());
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe("the watchdog", () => {
  test("kills the groups still listed when the pipe closes, and no other", async () => {
    const [listed, ended, alsoListed] = [startGroup(), startGroup(), startGroup()];
    const watchdog = startScript();
    watchdog.stdin.write(`+ ${listed}\n+ ${ended}\n+ ${alsoListed}\n- ${ended}\n`);

    watchdog.stdin.end();
    await once(watchdog, "exit");

    expect(await comesTrue(() => membersOf(listed).length + membersOf(alsoListed).length === 0, 2000)).toBe(
      true,
    );
    expect(membersOf(ended)).not.toEqual([]);
    process.kill(-ended, "SIGKILL");
  });

  test("outlives the signals that end the kit", async () => {
    const group = startGroup();
    const watchdog = startScript();
    watchdog.stdin.write(`+ ${group}\n`);
    expect(await comesTrue(() => ignoresSignals(watchdog.pid), 2000)).toBe(true);

    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) watchdog.kill(signal);
    watchdog.stdin.end();
    const [code, signal] = (await once(watchdog, "exit")) as [number | null, string | null];

    expect([code === null, signal]).toEqual([false, null]);
    expect(await comesTrue(() => membersOf(group).length === 0, 2000)).toBe(true);
  });

  test("is one for all connectors, and is replaced when it dies", async () => {
    await using first = await launch();
    await using second = await launch();
    const [pid, ...others] = ownWatchdogs();
    expect([typeof pid, others]).toEqual(["number", []]);

    process.kill(pid ?? 0, "SIGKILL");
    await comesTrue(() => ownWatchdogs().some((each) => each !== pid), 2000);

    const [replacement, ...more] = ownWatchdogs();
    expect([typeof replacement, more]).toEqual(["number", []]);
    expect(replacement).not.toBe(pid);
    expect([first, second].every(({ session }) => session.alive)).toBe(true);
  });
});
