import { describe, expect, test } from "vitest";
import type { RunnerEntry } from "../../src/core/history.js";
import { maxLineBytes, maxOutputBytes } from "../../src/drivers/process/lines.js";
import stdio from "../../src/drivers/stdio.js";
import { groupOf, launch, launchOf, logged, membersOf, misbehaviour, programs } from "./launching.js";

const answer = '{"id":$ID,"outcome":"unknown"}\n';
const openAnswer = '{"id":1,"protocol":1,"capabilities":["inspect"]}\n';

/** Bytes up to the limit of all output that are not the line itself. */
function filling(total: number): { text: string; times: number }[] {
  const line = `${"x".repeat(1023)}\n`;
  const rest = total - openAnswer.length;
  return [
    { text: line, times: Math.floor(rest / 1024) },
    { text: "x".repeat(rest % 1024), times: 1 },
  ];
}

describe("a connector that misbehaves", () => {
  test("is killed when it does not answer within patience", async () => {
    await using launched = await launch("python3 says.py", { patienceMs: 3000 });

    const reply = await launched.perform({ hang: true });

    const why = "no answer to perform (message 2) within 3000 ms";
    expect(reply).toEqual({ kind: "no-answer", why: "patience", detail: why });
    await launched.session.kill("again");
    expect(launched.entries).toContainEqual({ kind: "process-killed", process: 1, why });
    expect(membersOf(groupOf(launched.entries))).toEqual([]);
  });

  test("makes no claim when it exits with a message open", async () => {
    await using launched = await launch();

    const reply = await launched.perform({ stderr: "Traceback\nKeyError: 'id'\n", exit: 3 });

    expect(reply).toEqual({ kind: "no-answer", why: "exited", detail: "exited with code 3" });
    expect(launched.entries.at(-1)).toEqual({ kind: "process-exited", process: 1, code: 3, signal: null });
    expect(logged(launched.entries, "stderr")).toEqual(["Traceback", "KeyError: 'id'"]);
  });

  test("may write a line of exactly 1 MiB", async () => {
    await using launched = await launch();

    const reply = await launched.perform({ stdout: [{ text: "x", times: maxLineBytes }, "\n", answer] });

    expect(reply).toMatchObject({ kind: "answer" });
    expect(misbehaviour(launched.entries)).toEqual([]);
  });

  test("is killed for a line of one byte more", async () => {
    await using launched = await launch();

    const reply = await launched.perform({
      stderr: "dumping everything\n",
      stdout: [{ text: "x", times: maxLineBytes + 1 }],
      hang: true,
    });

    const what = "wrote a line of more than 1048576 bytes to stdout";
    expect(reply).toEqual({ kind: "no-answer", why: "protocol", detail: what });
    expect(misbehaviour(launched.entries)).toEqual([`${what}\nLast lines of stderr:\n  dumping everything`]);
    expect(launched.entries).toContainEqual({ kind: "process-killed", process: 1, why: what });
  });

  test("may write exactly 64 MiB in all", async () => {
    await using launched = await launch();
    const lastAnswer = answer.replace("$ID", "2");

    const reply = await launched.perform({
      stdout: [...filling(maxOutputBytes - lastAnswer.length - 1), `\n${lastAnswer}`],
    });

    expect(reply).toMatchObject({ kind: "answer" });
    expect(misbehaviour(launched.entries)).toEqual([]);
  });

  test("is killed for one byte more", async () => {
    await using launched = await launch();

    const reply = await launched.perform({ stdout: [...filling(maxOutputBytes), "\n"], hang: true });

    const what = "wrote more than 67108864 bytes in all";
    expect(reply).toEqual({ kind: "no-answer", why: "protocol", detail: what });
    expect(misbehaviour(launched.entries)).toEqual([`${what}\nIt wrote nothing to stderr.`]);
    expect(launched.session.alive).toBe(false);
  });

  test("is reported for an answer to an id never asked", async () => {
    await using launched = await launch();

    const reply = await launched.perform({ stdout: ['{"id":7,"outcome":"failed"}\n', answer] });
    await launched.session.close();

    expect(reply).toMatchObject({ kind: "answer", answer: { outcome: "unknown" } });
    expect(misbehaviour(launched.entries)).toEqual([
      'gave an answer to message 7, which was never asked: {"id":7,"outcome":"failed"}\nIt wrote nothing to stderr.',
    ]);
  });

  test("is reported for two answers to one id, of which the first counts", async () => {
    await using launched = await launch();

    const reply = await launched.perform({
      stderr: "answering twice\n",
      stdout: [answer, '{"id":$ID,"outcome":"failed"}\n'],
    });
    await launched.session.close();

    expect(reply).toMatchObject({ kind: "answer", answer: { outcome: "unknown" } });
    expect(misbehaviour(launched.entries)).toEqual([
      'gave a second answer to message 2: {"id":2,"outcome":"failed"}\nLast lines of stderr:\n  answering twice',
    ]);
    expect(launched.entries.filter((entry) => entry.kind === "misbehaved")).toMatchObject([
      { contradicts: 2 },
    ]);
  });

  test("contradicts nothing where the second answer says the same", async () => {
    await using launched = await launch();

    await launched.perform({ stdout: [answer, answer] });
    await launched.session.close();

    const [entry] = launched.entries.filter(({ kind }) => kind === "misbehaved");
    expect(entry).toBeDefined();
    expect(entry).not.toHaveProperty("contradicts");
  });

  test("is reported for an answer of another form, and lives on", async () => {
    await using launched = await launch();

    const reply = await launched.perform({ stdout: ['{"id":$ID,"outcome":"suceeded"}\n'] });
    const next = await launched.perform({ stdout: [answer] });

    const what =
      'answered message 2 with {"id":2,"outcome":"suceeded"}: "outcome": expected an outcome, got "suceeded". ' +
      "Did you mean 'succeeded'?";
    expect(reply).toEqual({ kind: "no-answer", why: "protocol", detail: what });
    expect(misbehaviour(launched.entries)).toEqual([`${what}\nIt wrote nothing to stderr.`]);
    expect(next).toMatchObject({ kind: "answer" });
  });
});

describe("a connector that cannot be opened", () => {
  const byHand = `Run it by hand in ${programs}: it has to read one JSON object a line on stdin and to answer 'open' on stdout.`;
  const print = (answered: string): string => `read line; echo '${answered}'; sleep 600`;

  test.for([
    {
      what: "is no command",
      command: "no-such-program",
      says: "exited with code 127 before it answered 'open'\nLast lines of stderr:\n  /bin/sh: 1: no-such-program: not found",
    },
    {
      what: "exits at once",
      command: "echo no licence >&2; exit 9",
      says: "exited with code 9 before it answered 'open'\nLast lines of stderr:\n  no licence",
    },
    {
      what: "is silent",
      command: "exec sleep 600",
      patienceMs: 400,
      says: "gave no answer to 'open' within 400 ms\nIt wrote nothing to stderr.",
    },
    {
      what: "throws",
      command: print('{"id":1,"error":"no database"}'),
      says: "answered 'open' with an error: no database\nIt wrote nothing to stderr.",
    },
    {
      what: "speaks another protocol",
      command: print('{"id":1,"protocol":2}'),
      says: 'did not keep to the protocol: it answered message 1 with {"id":1,"protocol":2}: "protocol": expected 1, got 2\nIt wrote nothing to stderr.',
    },
    {
      what: "names an unknown capability",
      command: print('{"id":1,"protocol":1,"capabilities":["inspct"]}'),
      says: "named an unknown capability 'inspct'. Did you mean 'inspect'?\nIt wrote nothing to stderr.",
    },
  ])("is refused with what to do when it $what", async ({ command, says, patienceMs = 10_000 }) => {
    const entries: RunnerEntry[] = [];

    const starting = stdio.start(launchOf(command, entries, { patienceMs }));

    await expect(starting).rejects.toMatchObject({
      name: "KitError",
      code: "connector",
      message: `The connector \`${command}\` ${says}\n${byHand}`,
    });
    expect(membersOf(groupOf(entries))).toEqual([]);
  });

  test("is refused when its folder does not exist", async () => {
    const starting = stdio.start(launchOf("true", [], { workingDirectory: "/no/such/folder" }));

    await expect(starting).rejects.toThrow(
      "The connector `true` could not be started (the folder /no/such/folder does not exist)",
    );
  });
});
