import { describe, expect, test } from "vitest";
import {
  comesTrue,
  groupOf,
  launch,
  logged,
  membersOf,
  misbehaviour,
  performing,
  world,
} from "./launching.js";

const answer = '{"id":$ID,"outcome":"succeeded","reference":"tkt_1"}\n';

describe("the stdio driver", () => {
  test("opens the world first and learns the capabilities", async () => {
    await using launched = await launch();

    expect(launched.session.capabilities).toEqual(["inspect"]);
    expect(launched.session.alive).toBe(true);
    expect(launched.entries).toEqual([
      { kind: "process-started", process: 1, pid: expect.any(Number), reused: false },
    ]);
  });

  test("hands the world over in the environment and in open alike", async () => {
    await using launched = await launch("node environment.mjs", {
      environment: { CONFIGURED: "yes", NO_PROXY: "internal.example", THREEWORLDS_BASE_URL: "http://wrong" },
    });

    const reply = await launched.perform(null);

    expect(reply).toMatchObject({ kind: "answer", answer: { outcome: "unknown" } });
    const { reason } = (reply as { answer: { reason: string } }).answer;
    expect(JSON.parse(reason)).toEqual({
      world,
      environment: {
        CONFIGURED: "yes",
        THREEWORLDS_BASE_URL: world.baseUrl,
        THREEWORLDS_STATE_DIR: world.stateDir,
        THREEWORLDS_CREDENTIALS: JSON.stringify(world.credentials),
        THREEWORLDS_TIMING: JSON.stringify(world.timing),
        THREEWORLDS_PROCESS: expect.stringMatching(/./) as string,
        NO_PROXY: "127.0.0.1,localhost,internal.example",
        no_proxy: "127.0.0.1,localhost,internal.example",
      },
    });
  });

  test("returns the answer and keeps everything else as log", async () => {
    await using launched = await launch();
    const providerJson = [
      '{"id":"tkt_1","outcome":"open"}',
      '{"id":2,"subject":"Printer"}',
      '{"id":99,"error":"x","type":"y"}',
    ];

    const reply = await launched.perform({
      stdout: [`sending\n${providerJson.join("\n")}\n[1,2]\n`, answer],
      stderr: "POST /v1/tickets\n",
    });

    expect(reply).toEqual({ kind: "answer", answer: { id: 2, outcome: "succeeded", reference: "tkt_1" } });
    expect(logged(launched.entries, "stdout")).toEqual(["sending", ...providerJson, "[1,2]"]);
    await launched.session.close();
    expect(logged(launched.entries, "stderr")).toEqual(["POST /v1/tickets"]);
    expect(misbehaviour(launched.entries)).toEqual([]);
  });

  test("puts an answer together that comes in pieces, with CRLF at its end", async () => {
    await using launched = await launch();

    const reply = await launched.perform({
      stdout: ['{"id":$ID,"outc', 'ome":"failed","reason":"né', 'e"}\r', "\n"],
    });

    expect(reply).toMatchObject({ answer: { outcome: "failed", reason: "née" } });
  });

  test("takes overlapping answers in any order", async () => {
    await using launched = await launch();

    const first = launched.session.ask(performing({ stdout: [] }));
    const second = launched.session.ask(
      performing({
        stdout: [
          `{"id":$ID,"outcome":"unknown"}\n`,
          `{"id":${first.id},"outcome":"succeeded","reference":"tkt_1"}\n`,
        ],
      }),
    );

    expect([first.id, second.id]).toEqual([2, 3]);
    expect(await second.reply).toMatchObject({ answer: { id: 3, outcome: "unknown" } });
    expect(await first.reply).toMatchObject({ answer: { id: 2, outcome: "succeeded" } });
  });

  test("writes messages in ASCII on one line whatever they hold", async () => {
    await using launched = await launch();
    const text = "Zoë \u2028 😀\n";

    await launched.perform({ text, stdout: ["$LINE\n", answer] });

    const [line = ""] = logged(launched.entries, "stdout");
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({ payload: { text } });
  });

  test("kills the whole group and says that the message was open", async () => {
    await using launched = await launch();
    const group = groupOf(launched.entries);
    const open = launched.perform({ child: "trap '' TERM; while :; do sleep 600; done", hang: true });
    await comesTrue(() => membersOf(group).length >= 3, 5000);

    await launched.session.kill("crash at committed");

    expect(membersOf(group)).toEqual([]);
    expect(await open).toEqual({ kind: "no-answer", why: "killed", detail: "crash at committed" });
    expect(launched.session.alive).toBe(false);
    expect(launched.entries).toContainEqual({
      kind: "process-killed",
      process: 1,
      why: "crash at committed",
    });
    expect(launched.entries.filter(({ kind }) => kind === "process-exited")).toEqual([]);
  });

  test("says of a message to a dead process how that ended", async () => {
    await using launched = await launch();
    await launched.session.kill("crash");

    expect(await launched.perform({})).toEqual({
      kind: "no-answer",
      why: "killed",
      detail: "ended by SIGKILL",
    });
  });

  test("closes by ending stdin", async () => {
    await using launched = await launch();

    await launched.session.close();

    expect(launched.entries.at(-1)).toEqual({ kind: "process-exited", process: 1, code: 0, signal: null });
  });

  test("kills what is still there two seconds after its stdin was closed", async () => {
    await using launched = await launch("python3 says.py", { environment: { SAYS_STAYS: "1" } });
    const before = performance.now();

    await launched.session.close();

    expect(performance.now() - before).toBeGreaterThan(1950);
    expect(launched.entries.at(-1)).toEqual({
      kind: "process-killed",
      process: 1,
      why: "still running 2000 ms after its stdin was closed",
    });
    expect(membersOf(groupOf(launched.entries))).toEqual([]);
  });

  test("ends what an exiting program leaves behind, and takes its last answer", async () => {
    await using launched = await launch();
    const group = groupOf(launched.entries);

    const reply = await launched.perform({ child: "exec sleep 600", stdout: [answer.trimEnd()], exit: 0 });

    expect(reply).toMatchObject({ kind: "answer", answer: { outcome: "succeeded" } });
    await launched.session.close();
    expect(membersOf(group)).toEqual([]);
  });

  test("does not wait for a pipe held by a process that left the group", async () => {
    await using launched = await launch();
    const before = performance.now();

    const reply = await launched.perform({ child: "exec sleep 5", leaves: true, exit: 4 });

    expect(reply).toEqual({ kind: "no-answer", why: "exited", detail: "exited with code 4" });
    expect(performance.now() - before).toBeLessThan(4500);
  });
});
