import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
      "history: …/x.json: operation: expected text, got null.",
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
