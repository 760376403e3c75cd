import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { root, threeworlds } from "../e2e/cli.js";

// Inside the repository, where nobody else's package.json stands in the way of finding `threeworlds/connector`.
const scratch = join(root, ".threeworlds");
mkdirSync(scratch, { recursive: true });
const document = join(root, "test/openapi/documents/open-payments.yaml");

let folder: string;
const folders: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(scratch, "init-"));
  folders.push(folder);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

describe("init --openapi", () => {
  it("writes a contract, says what is in it and what comes next, and the contract lints", async () => {
    const ran = await threeworlds(["init", "--openapi", document], folder);

    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^wrote open-payments\.yaml: 2 operations, \d+ open questions\n/);
    expect(ran.stdout).toContain("  createIncomingPayment  POST /incoming-payments  hold-for-human\n");
    expect(ran.stdout).toContain("  threeworlds mock open-payments.yaml\n");
    expect(await threeworlds(["lint", "open-payments.yaml"], folder)).toMatchObject({ code: 0 });
  });

  it("writes where it is told, only the operations it is told", async () => {
    const args = [
      "init",
      "--openapi",
      document,
      "--operation",
      "create-quote",
      "--out",
      "deep/in/quotes.yaml",
    ];
    const ran = await threeworlds(args, folder);

    expect(ran.stdout).toMatch(/^wrote deep\/in\/quotes\.yaml: 1 operation, /);
    expect(readFileSync(join(folder, "deep/in/quotes.yaml"), "utf8")).toContain("\n  createQuote:\n");
  });

  it("overwrites nothing", async () => {
    writeFileSync(join(folder, "open-payments.yaml"), "mine");
    const ran = await threeworlds(["init", "--openapi", document], folder);

    expect(ran).toMatchObject({
      code: 2,
      stderr:
        "open-payments.yaml: expected no such file, got one that is there. Nothing was written. Move it away, or choose another place with --out.\n",
    });
    expect(readFileSync(join(folder, "open-payments.yaml"), "utf8")).toBe("mine");
  });

  it.each([
    [["--openapi", "none.yaml"], "--openapi none.yaml: cannot be read: there is no such file.\n"],
    [["--openapi", "."], "--openapi .: cannot be read: it is a folder.\n"],
    [["--operation", "x"], "--operation chooses from an OpenAPI document: name it with --openapi.\n"],
    [
      ["--openapi", document, "--language", "python"],
      "--language means nothing with --openapi: no adapter is written.\n",
    ],
    [
      ["--language", "pyton"],
      "--language: expected one of javascript, python, got 'pyton'. Did you mean 'python'?\n",
    ],
    [[], "init asks questions, and nobody is there to answer. Take the defaults with --yes.\n"],
  ])("refuses %j", async (args, message) => {
    expect(await threeworlds(["init", ...args], folder)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: message,
    });
    expect(filesIn(folder)).toEqual([]);
  });
});

describe("init", () => {
  it.each([
    ["javascript", "connector.mjs"],
    ["python", "connector.py"],
  ])(
    "writes a contract and an adapter in %s that are checked at once",
    { timeout: 120_000 },
    async (language, adapter) => {
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(root, join(folder, "node_modules/threeworlds"));
      const ran = await threeworlds(
        ["init", "--yes", "--language", language, "--name", "Acme Orders"],
        folder,
      );
      const linted = await threeworlds(["lint", "contracts/acme-orders.yaml"], folder);
      const scenarios = ["happy-path", "crash/*", "lost-response", "lookup/*", "retry-after/*"];
      const checked = await threeworlds(
        ["check", ...scenarios.flatMap((glob) => ["--scenario", glob])],
        folder,
      );

      expect(ran).toMatchObject({ code: 0, stderr: "" });
      expect(ran.stdout).toContain("Next: npx threeworlds check\n");
      expect(readdirSync(folder).sort()).toEqual(
        ["connector" + adapter.slice(9), "contracts", "node_modules", "threeworlds.yaml"].sort(),
      );
      expect(linted).toMatchObject({ code: 0 });
      expect(linted.stdout).toContain("0 errors, 0 warnings");
      expect(checked.stdout).toContain("Acme Orders — acme-orders");
      expect(checked.stdout).toMatch(/\n[1-9]\d* passed, 0 failed, 0 inconclusive/);
      expect(checked.code).toBe(0);
    },
  );

  it("overwrites nothing, and then writes nothing", async () => {
    writeFileSync(join(folder, "threeworlds.yaml"), "mine");
    const ran = await threeworlds(["init", "--yes"], folder);

    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(
      /^threeworlds\.yaml: expected no such file, got one that is there\. Nothing was written\./,
    );
    expect(filesIn(folder)).toEqual(["threeworlds.yaml"]);
  });
});
