import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDiff } from "../../src/cli/diff/run-diff.js";
import { edited, olderText } from "../contract/diff/editing.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "diff-"));
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
  await write("older.yaml", olderText);
  await write("same.yaml", `# spelled otherwise\n${edited(olderText, [["for: 24h", "for: 1d"]])}`);
  await write("harmless.yaml", edited(olderText, [["for: 24h", "for: 48h"]]));
  await write(
    "breaking.yaml",
    edited(olderText, [
      ["for: 24h", "for: 6h"],
      ["guarded", "runsAgain"],
    ]),
  );
  await write("broken.yaml", edited(olderText, [["nature: creates", "nature: creating"]]));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function diff(newer: string, json = false): Promise<{ code: number; text: string }> {
  let text = "";
  const output = {
    write(part: string): void {
      text += part;
    },
  };
  const code = await runDiff(path.join(folder, "older.yaml"), path.join(folder, newer), { json }, output);
  return { code, text: text.replaceAll(folder, "") };
}

describe("threeworlds diff", () => {
  test("exits 0 when nothing changed in meaning", async () => {
    expect(await diff("same.yaml")).toEqual({
      code: 0,
      text: "0 changes: 0 breaking, 0 to review, 0 not breaking\n",
    });
  });

  test("exits 0 when what changed breaks nobody", async () => {
    expect(await diff("harmless.yaml")).toEqual({
      code: 0,
      text:
        'not breaking: operations.createTicket.idempotency.retention: {"is":"floor","for":"1d","from":"firstRequest"} → {"is":"floor","for":"2d","from":"firstRequest"}\n' +
        "    Keys are remembered longer. (/harmless.yaml:24:7)\n\n" +
        "1 change: 0 breaking, 0 to review, 1 not breaking\n",
    });
  });

  test("exits 1 when something is breaking, and says what becomes of retry safety", async () => {
    const { code, text } = await diff("breaking.yaml");

    expect(code).toBe(1);
    expect(text).toContain(
      "breaking: operations.createTicket.idempotency.unremembered: guarded → runsAgain\n",
    );
    expect(text).toContain("retry safety of createTicket: safe-with-key → safe-after-lookup\n");
    expect(text).toContain("2 changes: 2 breaking, 0 to review, 0 not breaking\n");
  });

  test("prints json with both places of each change", async () => {
    const { text } = await diff("breaking.yaml", true);

    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      old: "/older.yaml",
      new: "/breaking.yaml",
      changes: [
        {
          path: "operations.createTicket.idempotency.retention",
          kind: "changed",
          breaking: true,
          impact: "breaking",
          old: { file: "/older.yaml", line: 24 },
          new: { file: "/breaking.yaml", line: 24 },
        },
        { path: "operations.createTicket.idempotency.unremembered", before: "guarded", after: "runsAgain" },
      ],
      retrySafety: [{ operation: "createTicket", before: "safe-with-key", after: "safe-after-lookup" }],
      summary: { breaking: 2, review: 0, harmless: 0 },
    });
  });

  test("refuses a contract that cannot be read, with its place", async () => {
    await expect(diff("broken.yaml")).rejects.toMatchObject({ code: "contract" });
    await expect(diff("none.yaml")).rejects.toMatchObject({
      code: "file",
      message: `${path.join(folder, "none.yaml")}: cannot be read: there is no such file.`,
    });
  });
});
