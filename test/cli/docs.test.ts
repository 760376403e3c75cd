import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDocs } from "../../src/cli/docs/run-docs.js";

const samples = fileURLToPath(new URL("../contracts/", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docs-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function docs(
  patterns: string[],
  out: string,
): Promise<{ code: number; text: string; files: string[] }> {
  let text = "";
  const output = {
    write(part: string): void {
      text += part;
    },
  };
  const code = await runDocs(patterns, { out: path.join(folder, out) }, output);
  return { code, text: text.replaceAll(folder, ""), files: (await readdir(path.join(folder, out))).sort() };
}

describe("threeworlds docs", () => {
  test("writes a page of each kind for each contract and an index, and says what they rest on", async () => {
    const { code, text, files } = await docs(
      [path.join(samples, "keyed.yaml"), path.join(samples, "n*.yaml")],
      "new/deep",
    );

    expect(code).toBe(0);
    expect(files).toEqual(
      ["index", "keyed", "naming-original", "natural", "nothing"].flatMap((name) => [
        `${name}.html`,
        `${name}.md`,
      ]),
    );
    expect(text).toMatch(
      /^4 contracts, (\d+) facts: (\d+) documented, (\d+) observed, (\d+) assumed, (\d+) undocumented\n10 pages written to \/new\/deep\n$/,
    );
    const [all = 0, ...parts] =
      text.match(/\d+(?= (?:facts|documented|observed|assumed|undocumented))/g)?.map(Number) ?? [];
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
  });

  test("leaves what else is in the folder", async () => {
    await docs([path.join(samples, "keyed.yaml")], "kept");
    await writeFile(path.join(folder, "kept/mine.txt"), "mine");

    const { files } = await docs([path.join(samples, "keyed.yaml")], "kept");

    expect(files).toContain("mine.txt");
    expect(await readFile(path.join(folder, "kept/mine.txt"), "utf8")).toBe("mine");
  });

  test("writes nothing when a contract cannot be read, and says so of each", async () => {
    await writeFile(path.join(folder, "one.yaml"), "threeworlds: 2\n");
    await writeFile(path.join(folder, "two.yaml"), "provider: {}\n");

    const refused = docs([samples, path.join(folder, "one.yaml"), path.join(folder, "two.yaml")], "never");

    await expect(refused).rejects.toThrow(/one\.yaml:1:14: error: [\s\S]*two\.yaml:1:1: error: /);
    expect(await readdir(folder)).not.toContain("never");
  });

  test("refuses a folder that cannot be made", async () => {
    await writeFile(path.join(folder, "file"), "");

    await expect(docs([path.join(samples, "keyed.yaml")], "file")).rejects.toThrow(
      `--out ${path.join(folder, "file")}: cannot be written: EEXIST.`,
    );
  });
});
