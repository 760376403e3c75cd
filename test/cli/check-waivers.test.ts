import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCheck } from "../../src/cli/check/run-check.js";
import type { Report } from "../../src/core/verdict.js";
import { root } from "../e2e/cli.js";

const folder = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a connector that makes a new key for each attempt, with what its configuration tolerates. */
async function checked(waivers: string): Promise<{ code: number; report: Report }> {
  const config = join(folder, "threeworlds.yaml");
  const file = join(folder, "report.json");
  writeFileSync(
    config,
    `connectors:
  keys:
    contract: ${join(root, "test/contracts/keyed.yaml")}
    command: node ${join(root, "test/connectors/careful.mjs")}
    environment:
      THREEWORLDS_CONTRACT: ${join(root, "test/contracts/keyed.yaml")}
      THREEWORLDS_FLAW: key-per-attempt
    operations: [createTicket]
    waivers: ${waivers}
`,
  );
  const code = await runCheck([], {
    config,
    scenario: ["lost-response/reset", "happy-path"],
    report: [`json=${file}`],
    driver: "stdio",
    seed: "1",
    allowInconclusive: false,
    dryRun: false,
  });
  return { code, report: JSON.parse(readFileSync(file, "utf8")) as Report };
}

describe("a check with waivers", () => {
  test("fails without one", async () => {
    const { code, report } = await checked("[]");

    expect(code).toBe(1);
    expect(report).toMatchObject({ summary: { pass: 1, fail: 1, waived: 0 }, waivers: [] });
  });

  test("passes with the failing scenario waived, and says so", async () => {
    const { code, report } = await checked(
      "[{ check: lost-response/reset, reason: ticket 4711, until: 9999-12-31 }]",
    );

    expect(code).toBe(0);
    expect(report.summary).toMatchObject({ pass: 1, fail: 0, waived: 1 });
    expect(report.results.find(({ verdict }) => verdict === "waived")).toMatchObject({
      scenario: "lost-response/reset",
      reason: "waived until 9999-12-31: ticket 4711",
    });
    expect(report.waivers).toEqual([
      {
        check: "lost-response/reset",
        operation: null,
        rule: null,
        reason: "ticket 4711",
        until: "9999-12-31",
        state: "needed",
        problem: null,
      },
    ]);
  });

  test.for([
    ["[{ check: lost-response/reset, reason: r, until: 2026-01-01 }]", "has expired"],
    [
      "[{ check: lost-response, reason: r, until: 9999-12-31 }, { check: happy-path, reason: r, until: 9999-12-31 }]",
      "'happy-path' is no longer needed",
    ],
    [
      "[{ check: lost-response, reason: r, until: 9999-12-31 }, { check: happy-pth, reason: r, until: 9999-12-31 }]",
      "'happy-pth' fits nothing",
    ],
  ] as const)("fails for the waivers %s", async ([waivers, words]) => {
    const { code, report } = await checked(waivers);

    expect(code).toBe(1);
    expect(report.waivers.map(({ problem }) => problem).join("\n")).toContain(words);
  });
});
