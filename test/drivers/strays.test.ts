import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { launch, logged, comesTrue, misbehaviour } from "./launching.js";

/** A connector that starts a process in a session of its own, with its output elsewhere, before it answers. */
const daemonising = `python3 -c '
import subprocess, runpy, sys
child = subprocess.Popen(["sleep", "4711"], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print("started", child.pid, file=sys.stderr, flush=True)
runpy.run_path("says.py", run_name="__main__")
'`;

function isRunning(pid: number): boolean {
  return readdirSync("/proc").includes(String(pid)) && !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return true;
  }
}

describe.runIf(process.platform === "linux")("a process that left its connector's group", () => {
  test.for(["close", "kill"] as const)("is killed and told of after %s", async (way) => {
    await using connector = await launch(daemonising);
    await comesTrue(() => logged(connector.entries, "stderr").length > 0, 10_000);
    const pid = Number(logged(connector.entries, "stderr")[0]?.split(" ")[1]);
    expect(isRunning(pid)).toBe(true);

    await (way === "close" ? connector.session.close() : connector.session.kill("a crash"));

    expect(await comesTrue(() => !isRunning(pid), 5000)).toBe(true);
    expect(misbehaviour(connector.entries)).toEqual([
      expect.stringContaining(
        `left processes running outside its process group: ${pid} (sleep 4711); they were killed`,
      ),
    ]);
  });

  test("is left alone while its connector lives, and so is that of another", async () => {
    await using one = await launch(daemonising);
    await using other = await launch();
    await comesTrue(() => logged(one.entries, "stderr").length > 0, 10_000);
    const pid = Number(logged(one.entries, "stderr")[0]?.split(" ")[1]);

    await other.session.kill("a crash");

    expect(isRunning(pid)).toBe(true);
    expect(misbehaviour(other.entries)).toEqual([]);
  });
});
