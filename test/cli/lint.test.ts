import { mkdtemp, readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runLint } from "../../src/cli/lint/run-lint.js";

const good = fileURLToPath(new URL("../contract/good/", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lint-"));
  const clean = await readFile(path.join(good, "clean.yaml"), "utf8");
  await mkdir(path.join(folder, "deep"));
  await writeFile(path.join(folder, "clean.yaml"), clean);
  await writeFile(path.join(folder, "deep/open.yml"), clean.replace("    nature: creates\n", ""));
  await writeFile(
    path.join(folder, "broken.yaml"),
    clean.replace("nature: creates", "nature: creating, 100%"),
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function lint(names: string[], format = "text"): Promise<{ code: number; text: string }> {
  let text = "";
  const output = {
    write(part: string): void {
      text += part;
    },
  };
  const code = await runLint(
    names.map((name) => path.join(folder, name)),
    { format },
    output,
  );
  return { code, text: text.replaceAll(folder, "") };
}

describe("threeworlds lint", () => {
  test("exits 0 for a contract without errors and says how safe each write is", async () => {
    expect(await lint(["clean.yaml"])).toEqual({
      code: 0,
      text: "/clean.yaml: createTicket: safe-with-key\n\n1 file: 0 errors, 0 warnings, 0 notes\n",
    });
  });

  test("exits 1 for a readable contract that is not ready", async () => {
    const { code, text } = await lint(["deep/open.yml"]);

    expect(code).toBe(1);
    expect(text).toContain("/deep/open.yml:6:3: error: 'createTicket' is not ready");
    expect(text).toContain("\n    6 |   createTicket:\n      |   ^\n");
  });

  test("exits 2 when a contract cannot be used, and lints the others all the same", async () => {
    const { code, text } = await lint(["broken.yaml", "deep/open.yml"]);

    expect(code).toBe(2);
    expect(text).toContain("/broken.yaml:7:13: error: operations.createTicket.nature: expected one of");
    expect(text).toContain("'createTicket' is not ready");
    expect(text).toContain("2 files: 2 errors, 0 warnings, 0 notes");
  });

  test("reads folders and globs, each file once", async () => {
    const { text } = await lint(["", "**/*.yml", "clean.yaml"], "json");

    const { files } = JSON.parse(text) as { files: { file: string }[] };
    expect(files.map(({ file }) => file)).toEqual(["/broken.yaml", "/clean.yaml", "/deep/open.yml"]);
  });

  test("refuses a pattern that names nothing", async () => {
    await expect(lint(["none.yaml"])).rejects.toMatchObject({
      code: "file",
      message: `${path.join(folder, "none.yaml")}: there is no such file or folder.`,
    });
    await expect(lint(["*.json"])).rejects.toThrow("no file matches");
  });

  test("refuses an unknown format with a suggestion", async () => {
    await expect(lint(["clean.yaml"], "sarrif")).rejects.toThrow(
      "--format: expected one of text, json, sarif, github, got 'sarrif'. Did you mean 'sarif'?",
    );
  });

  test("prints json with places, codes and retry safety", async () => {
    const { text } = await lint(["clean.yaml", "broken.yaml"], "json");

    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      files: [
        {
          file: "/clean.yaml",
          valid: true,
          operations: [{ name: "createTicket", nature: "creates", retrySafety: "safe-with-key" }],
          diagnostics: [],
        },
        {
          file: "/broken.yaml",
          valid: false,
          operations: [],
          diagnostics: [{ line: 7, column: 13, severity: "error", code: "wrong-value" }],
        },
      ],
      summary: { errors: 1, warnings: 0, notes: 0 },
    });
  });

  test("prints sarif whose results point to their rules", async () => {
    const { text } = await lint(["broken.yaml"], "sarif");

    const log = JSON.parse(text) as { version: string; runs: Record<string, unknown>[] };
    expect(log.version).toBe("2.1.0");
    expect(log.runs[0]).toMatchObject({
      tool: { driver: { name: "threeworlds lint", rules: [{ id: "wrong-value" }] } },
      results: [
        {
          ruleId: "wrong-value",
          ruleIndex: 0,
          level: "error",
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: "/broken.yaml" },
                region: { startLine: 7, startColumn: 13 },
              },
            },
          ],
        },
      ],
    });
  });

  test("prints annotations of GitHub, escaped", async () => {
    const { text } = await lint(["broken.yaml"], "github");

    expect(text).toBe(
      '::error file=/broken.yaml,line=7,col=13,title=wrong-value::operations.createTicket.nature: expected one of creates, sets, removes, reads, got "creating, 100%25".\n',
    );
  });
});
