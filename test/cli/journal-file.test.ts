import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openJournalFile } from "../../src/cli/mock/journal-file.js";
import { Journal } from "../../src/core/journal.js";

const folder = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the journal file of a mock", () => {
  test("can be read by nobody else, and holds entries as they may be shown", async () => {
    const path = join(folder, "journal.jsonl");
    const file = await openJournalFile(path);
    const journal = new Journal({ now: () => 0, wall: () => 0 });
    file.follow({ journal, masked: (entry) => ({ ...entry, seq: 42 }) });
    journal.append({ kind: "clock-moved", byMs: 5 });
    await file.close();

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ seq: 42, kind: "clock-moved", byMs: 5 });
  });

  test("is no folder, and no pipe that nobody reads", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);

    await expect(openJournalFile(folder)).rejects.toThrow("--journal: expected a file, got a folder");
    await expect(openJournalFile(pipe)).rejects.toThrow("--journal: expected a file, got a pipe or socket");
  });
});
