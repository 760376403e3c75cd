import { describe, expect, test } from "vitest";
import type { RunnerEntry } from "../../src/core/history.js";
import { IdleSessions } from "../../src/run/idle-sessions.js";
import { launch, launchOf, performing, world } from "./launching.js";

const command = "node reopens.mjs";

describe("a connector that can be opened again", () => {
  test("serves another world in the same process, under another number and journal", async () => {
    await using launched = await launch(command);
    const entries: RunnerEntry[] = [];
    const launch2 = launchOf(command, entries, { process: 7 });

    const opened = await launched.session.reopen(launch2);
    const reply = await launched.session.ask(performing(null)).reply;

    expect(opened).toBe(true);
    expect(launched.session.process).toBe(7);
    expect(entries).toEqual([{ kind: "process-started", process: 7, pid: expect.any(Number), reused: true }]);
    expect(reply).toMatchObject({ answer: { reason: "opened 2 times" } });
  });

  test("has all it printed in one world told there, what was too much counted", async () => {
    const idle = new IdleSessions();
    await using launched = await launch("node reopens.mjs 300");
    await launched.session.ask(performing(null)).reply;

    await idle.give(launched.session);

    const texts = launched.entries.flatMap((entry) => (entry.kind === "logged" ? [entry.text] : []));
    expect(texts).toHaveLength(201);
    expect(texts.at(-1)).toContain("100 more lines");
  });

  test("is killed when it refuses the other world", async () => {
    await using launched = await launch(command);
    const refused = launchOf(command, [], { world: { ...world, stateDir: "/refuse" } });

    expect(await launched.session.reopen(refused)).toBe(false);
    expect(launched.session.alive).toBe(false);
  });

  test("waits among the idle until it is taken, and a dead one is passed over", async () => {
    const idle = new IdleSessions();
    await using first = await launch(command);
    await using second = await launch(command);
    await idle.give(first.session);
    await idle.give(second.session);
    await second.session.kill("the test kills it");

    const taken = await idle.take(launchOf(command, []));

    expect(taken).toBe(first.session);
    expect(await idle.take(launchOf(command, []))).toBeNull();
  });

  test("ends with the idle ones; one without the capability ends when it is given", async () => {
    const idle = new IdleSessions();
    await using able = await launch(command);
    await using unable = await launch();

    await idle.give(able.session);
    await idle.give(unable.session);

    expect([able.session.alive, unable.session.alive]).toEqual([true, false]);
    await idle.close();
    expect(able.session.alive).toBe(false);
  });
});
