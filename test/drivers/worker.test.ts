import { afterAll, describe, expect, test } from "vitest";
import { KitError } from "../../src/core/errors.js";
import worker from "../../src/drivers/worker.js";
import { programIn } from "../../src/drivers/worker/program.js";
import { check } from "../../src/run/check.js";
import { loadCast } from "../../src/selftest/cast.js";
import { Theatre } from "../../src/selftest/play.js";
import { launchOf } from "./launching.js";

const theatre = new Theatre();
afterAll(() => theatre[Symbol.asyncDispose]());

describe("the worker driver", () => {
  test("takes a Node program with its arguments, and nothing that needs a shell", () => {
    expect(programIn("node adapter.mjs")).toEqual({ file: "adapter.mjs", argv: [] });
    expect(programIn("'/opt/my node/bin/node' a.mjs --fast 'two words'")).toEqual({
      file: "a.mjs",
      argv: ["--fast", "two words"],
    });
    for (const command of [
      "python3 a.py",
      "node",
      "node --inspect a.js",
      "node a.js | cat",
      "node $HOME/a.js",
    ]) {
      expect(programIn(command)).toBeNull();
    }
  });

  test("carries the careful connector through answers lost and crashes", { timeout: 120_000 }, async () => {
    const { careful } = await loadCast();
    const actor = careful.find(({ id }) => id === "keyed");
    if (actor === undefined) throw new Error("there is no careful connector");
    const scenarios = ["happy-path", "lost-response/stalled", "crash/after-commit", "concurrent-twins"];

    const { report } = await check({
      ...theatre.requestFor(actor, scenarios, 2),
      driver: worker,
      only: ["createTicket"],
    });

    expect(report.results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
    expect(report.summary.pass).toBeGreaterThanOrEqual(scenarios.length);
  });

  test.each([
    ["python3 adapter.py", "--driver worker: expected a command of the form `node FILE ARGUMENTS`"],
    ["node test/connectors/there-is-no-such-file.mjs", "before it answered 'open'"],
  ])("says why it cannot start %s", async (command, message) => {
    const started = worker.start(launchOf(command, [], { workingDirectory: process.cwd() }));

    await expect(started).rejects.toThrow(KitError);
    await expect(started).rejects.toThrow(message);
  });

  test("refuses another folder than its own", async () => {
    const launch = launchOf("node adapter.mjs", [], { workingDirectory: "/" });

    await expect(worker.start(launch)).rejects.toThrow("A thread has no folder of its own");
  });
});
