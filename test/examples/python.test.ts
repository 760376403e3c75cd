import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import type { Result } from "../../src/core/verdict.js";
import stdio from "../../src/drivers/stdio.js";
import { check } from "../../src/run/check.js";

const folder = fileURLToPath(new URL("../../examples/python/", import.meta.url));

async function checked(program: string, scenarios: string[]): Promise<Result[]> {
  const file = `${folder}tickets.yaml`;
  const { report } = await check({
    contract: loadContract(readFileSync(file, "utf8"), file),
    command: `python3 ${program}`,
    name: program,
    driver: stdio,
    workingDirectory: folder,
    environment: { PYTHONDONTWRITEBYTECODE: "1" },
    operations: [],
    scenarios,
    payloads: {},
    timing: {},
    patienceMs: 10_000,
    seed: 1,
    jobs: 3,
  });
  return report.results.filter(({ verdict }) => verdict !== "not-applicable");
}

const rulesBroken = (results: Result[], scenario: string): string[] =>
  results
    .filter((result) => result.scenario === scenario)
    .flatMap(({ violations }) => violations.map(({ rule }) => rule));

describe("the Python examples", () => {
  test("the careful one passes every scenario and leaves none open", { timeout: 180_000 }, async () => {
    const results = await checked("careful.py", []);

    expect(results.length).toBeGreaterThan(60);
    expect(results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });

  test("the naive one fails for what it is", { timeout: 180_000 }, async () => {
    const scenarios = [
      "happy-path",
      "crash/after-commit",
      "concurrent-twins",
      "lost-response/reset",
      "lost-response/half-headers-fin",
      "repeat-after-success",
      "never-arrived/stalled",
    ];

    const results = await checked("naive.py", scenarios);

    expect(rulesBroken(results, "happy-path")).toEqual([]);
    expect(rulesBroken(results, "crash/after-commit")).toContain("one-effect");
    expect(rulesBroken(results, "concurrent-twins")).toEqual(
      expect.arrayContaining(["one-effect", "claims-first"]),
    );
    expect(rulesBroken(results, "lost-response/reset")).toContain("one-effect");
    // http.client takes the fragment of a status line, or of the headers, for a whole answer.
    expect(rulesBroken(results, "lost-response/half-headers-fin")).toContain("honest-success");
    expect(rulesBroken(results, "repeat-after-success")).toContain("one-effect");
    // It happens to be right, and is a guess all the same.
    expect(rulesBroken(results, "never-arrived/stalled")).toContain("looks-before-it-sends");
  });
});
