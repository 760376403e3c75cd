import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readHistory } from "../../src/cli/judge/read-history.js";
import { runJudge } from "../../src/cli/judge/run-judge.js";
import { KitError } from "../../src/core/errors.js";
import { Story } from "../checks/history-builder.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "threeworlds-judge-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function stored(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function good(): Story {
  const story = new Story("keyed", { scenario: "happy-path" }).perform("order-42");
  story.send({ key: "a", commits: "tkt_1" });
  return story.claim("succeeded", "tkt_1");
}

function bad(): Story {
  const story = new Story("keyed", { scenario: "lost-response/reset" }).perform("order-42");
  story.send({ key: "a", commits: "tkt_1", answer: "lost" });
  story.after(30).send({ key: "b", commits: "tkt_2" });
  return story.claim("succeeded", "tkt_2");
}

async function run(paths: string[], json = false): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await runJudge(paths, { json }, { write: (part: string) => (text += part) });
  return { code, text };
}

async function refusal(paths: string[]): Promise<string> {
  const error: unknown = await run(paths).catch((caught: unknown) => caught);
  if (!(error instanceof KitError)) throw new Error("it was not refused");
  return `${error.code}: ${error.message.replaceAll(folder, "…")}`;
}

describe("judge", () => {
  test("prints a pass and ends with 0", async () => {
    const path = await stored("good.json", good().history());

    expect(await run([path])).toEqual({
      code: 0,
      text: `pass           createTicket happy-path (${path})\n`,
    });
  });

  test("prints each violation with its entries, its contract line and advice, and ends with 1", async () => {
    const path = await stored("bad.json", bad().history());

    const { code, text } = await run([path]);

    expect(code).toBe(1);
    expect(text.split("\n").slice(0, 4)).toEqual([
      `fail           createTicket lost-response/reset (${path})`,
      "    one-effect: 2 effects for order-42: expected 1, got 2 (tkt_1, tkt_2)",
      "        entries 3, 5, 7, 9 · test/contracts/keyed.yaml:25",
      "        Make the idempotency key from the business key, write it down before the first send, and use the same one for every attempt.",
    ]);
  });

  test("judges every history of a folder and counts the verdicts", async () => {
    await stored("histories/good.json", good().history());
    await stored("histories/deeper/bad.json", bad().history());
    await stored("histories/silent.json", { ...good().history(), unplayable: "it never started" });

    const { code, text } = await run([folder]);

    expect(code).toBe(1);
    expect(text.trimEnd().split("\n").at(-1)).toBe("1 pass, 1 fail, 1 inconclusive");
    expect(text).toContain("    it never started\n");
  });

  test("prints JSON for programs", async () => {
    const path = await stored("bad.json", bad().history());

    const { text } = await run([path], true);

    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      results: [
        {
          operation: "createTicket",
          scenario: "lost-response/reset",
          verdict: "fail",
          reason: null,
          history: path,
          violations: [{ rule: "one-effect", entries: [3, 5, 7, 9] }, { rule: "stable-key" }],
        },
      ],
      summary: { pass: 0, fail: 1, inconclusive: 0, notApplicable: 0, waived: 0 },
    });
  });

  test.each([
    ["a list", [], "history: …/x.json: expected a history, got a list."],
    [
      "a report",
      { version: 1, results: [] },
      "history: …/x.json: expected a history, got JSON of another kind (its fields: version, results).",
    ],
    [
      "another version",
      { ...good().history(), version: 2 },
      "history: …/x.json: version: expected 1, got 2.",
    ],
    [
      "no contract",
      { ...good().history(), contract: "x.yaml" },
      'history: …/x.json: contract: expected { file, source }, got "x.yaml".',
    ],
    [
      "no operation",
      { ...good().history(), operation: null },
      "history: …/x.json: operation: expected a text, got null.",
    ],
    [
      "a gap",
      { ...good().history(), entries: good().history().entries.slice(1) },
      "history: …/x.json: entries: expected entry 1 with seq 1, at, wall and kind, got {",
    ],
    [
      "another contract",
      { ...good().history(), contract: { file: "x.yaml", source: "a: [" } },
      "history: …/x.json: it cannot be judged: x.yaml:1",
    ],
    [
      "another operation",
      { ...good().history(), operation: "createTickets" },
      "history: …/x.json: it cannot be judged: test/contracts/keyed.yaml: expected an operation of the contract, got 'createTickets'. Did you mean 'createTicket'?",
    ],
  ])("refuses %s in the place of a history", async (_what, content, message) => {
    const path = await stored("x.json", content);

    expect((await refusal([path])).startsWith(message)).toBe(true);
  });

  test.each<[string, (entry: Record<string, unknown>) => void, string]>([
    ["status", (entry) => (entry["status"] = "ok"), "entries/4/status: expected a whole number, got 'ok'"],
    ["headers", (entry) => delete entry["headers"], "entries/4/headers: expected an object, got nothing"],
  ])("says which field of which entry is wrong: %s", async (_field, spoil, message) => {
    const history = structuredClone(good().history());
    const answered = history.entries.findIndex(({ kind }) => kind === "request-answered");
    spoil(history.entries[answered] as unknown as Record<string, unknown>);
    const path = await stored("x.json", history);

    expect(await refusal([path])).toContain(message.replace("/4/", `/${answered}/`));
  });

  test("says which field of the history is wrong, and how many more are", async () => {
    const history = { ...good().history(), seed: "one", timing: {}, unplayable: 5 };
    const path = await stored("x.json", history);

    const message = await refusal([path]);

    expect(message).toContain("x.json: seed: expected a number, got 'one'");
    expect(message).toContain("timing/timeoutMs: expected a number, got nothing");
    expect(message).toMatch(/; and \d more\. Give it a file that/);
  });

  test("goes on after files that are none, and names them all at the end", async () => {
    await stored("a.json", "{");
    await stored("b.json", good().history());
    await stored("c.json", []);
    let text = "";

    const error: unknown = await runJudge(
      [folder, join(folder, "nowhere")],
      { json: false },
      {
        write: (part: string) => (text += part),
      },
    ).catch((caught: unknown) => caught);

    expect(text).toBe(`pass           createTicket happy-path (${join(folder, "b.json")})\n`);
    expect(
      (error as KitError).message.split("\n").map((line) => line.replaceAll(folder, "…").slice(0, 40)),
    ).toEqual([
      "…/nowhere: there is no such file or fold",
      "…/a.json: expected a history, got text t",
      "…/c.json: expected a history, got a list",
    ]);
  });

  test("prints no blank lines", async () => {
    await stored("a.json", good().history());
    await stored("b.json", bad().history());

    expect((await run([folder])).text).not.toContain("\n\n");
  });

  test("reads regular files of bounded size only", async () => {
    const path = await stored("x.json", good().history());
    const { size } = await stat(path);

    expect(await refusal(["/dev/zero"])).toContain("/dev/zero: cannot be read: it is a device or socket.");
    await expect(readHistory(path, size)).resolves.toMatchObject({ scenario: "happy-path" });
    await expect(readHistory(path, size - 4)).rejects.toThrow(
      `the file has ${size} bytes, and may have ${size - 4}`,
    );
  });

  test("refuses text that is no JSON", async () => {
    const path = await stored("x.json", '{"version": 1, ');

    expect(await refusal([path])).toMatch(
      /^history: …\/x\.json: expected a history, got text that is no JSON \(/,
    );
  });

  test("refuses a path that is not there, and a folder without histories", async () => {
    expect(await refusal([join(folder, "gone.json")])).toBe(
      "file: …/gone.json: there is no such file or folder.",
    );
    expect(await refusal([folder])).toBe("file: …: expected history files (.json), got none.");
  });
});
