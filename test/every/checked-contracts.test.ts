import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { readContract } from "../../src/contract/load.js";
import type { Result } from "../../src/core/verdict.js";
import { summarise } from "../../src/run/run-cases.js";
import { blamed } from "../../src/selftest/outcome.js";
import { Theatre } from "../../src/selftest/play.js";
import { chosen } from "./wide.js";

const folder = new URL("../../contracts/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
const theatre = new Theatre();
const rows = new Map<string, string>();

afterAll(() => theatre[Symbol.asyncDispose]());

describe("the careful connector, driven by nothing but the contract", () => {
  test.for(chosen(files, 5))("passes everything on %s", { timeout: 300_000 }, async (file) => {
    const contract = await readContract(new URL(file, folder).pathname);

    const results = await theatre.play({ id: contract.id, contract, flaw: null, command: null }, [], 4);

    rows.set(file, row(file, contract.provider.name, results));
    expect(blamed(results)).toEqual([]);
    expect(results.some(({ verdict }) => verdict === "pass")).toBe(true);
  });

  test("leaves the figures of the reference page", async () => {
    const reference = new URL("../../docs/reference/checked-contracts.md", import.meta.url);
    // What is not played in this run keeps its figures, as long as the contract is there.
    const known = new Map(
      readFileSync(reference, "utf8")
        .split("\n")
        .map((line) => [fileIn(line), line]),
    );
    const page = [
      "# Contracts that were checked",
      "",
      "Each contract of this repository is played against a careful connector that knows nothing but the contract",
      "(`test/connectors/careful.mjs`): every scenario for every write. This page is made by that test, run whole.",
      "",
      "| contract | provider | operations | scenarios played | passed | failed | inconclusive | not applicable |",
      "|---|---|---|---|---|---|---|---|",
      ...files.map((file) => rows.get(file) ?? known.get(file) ?? `| ${file} | | | | | | | |`),
      "",
    ].join("\n");

    await expect(page).toMatchFileSnapshot(reference.pathname);
  });
});

function fileIn(line: string): string | undefined {
  return /^\| \[([^\]]+)\]/.exec(line)?.[1];
}

function row(file: string, provider: string, results: Result[]): string {
  const { pass, fail, inconclusive, notApplicable } = summarise(results);
  const operations = new Set(results.map(({ operation }) => operation)).size;
  const cells = [pass + fail + inconclusive, pass, fail, inconclusive, notApplicable];
  return `| [${file}](../../contracts/${file}) | ${provider} | ${operations} | ${cells.join(" | ")} |`;
}
