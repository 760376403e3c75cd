import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Report } from "../../src/core/verdict.js";
import { root, threeworlds, type Ran } from "./cli.js";

const scratch = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const minutes = 60_000;

async function checked(
  args: readonly string[],
  cwd = root,
): Promise<Ran & { report: Report; folder: string }> {
  const folder = mkdtempSync(join(scratch, "run-"));
  const file = join(folder, "report.json");
  const ran = await threeworlds(
    ["check", ...args, "--report", "terminal", "--report", `json=${file}`, "--out", folder],
    cwd,
  );
  return { ...ran, folder, report: JSON.parse(readFileSync(file, "utf8")) as Report };
}

function rulesOf(report: Report, scenario: string): string[] {
  const results = report.results.filter((result) => result.scenario === scenario);
  return results.flatMap(({ violations }) => violations.map(({ rule }) => rule));
}

describe("the examples of this repository", () => {
  test(
    "the careful Stripe connector passes everything, nothing inconclusive",
    { timeout: 5 * minutes },
    async () => {
      const { code, report, stdout } = await checked(["stripe-careful"]);

      expect(
        report.results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable"),
      ).toEqual([]);
      expect(report.summary.pass).toBeGreaterThan(100);
      expect(stdout).toContain("0 failed, 0 inconclusive");
      expect(code).toBe(0);
    },
  );

  test(
    "the default Stripe connector makes two effects and tells untruths",
    { timeout: 5 * minutes },
    async () => {
      const { code, report, stdout, folder } = await checked(["stripe-default"]);

      expect(code).toBe(1);
      expect(rulesOf(report, "crash/after-commit")).toContain("one-effect");
      expect(rulesOf(report, "concurrent-twins")).toContain("one-effect");
      expect(rulesOf(report, "lost-response/truncated-length-fin")).toContain("honest-failure");
      // The SDK's own retries carry one key: within a call an answer lost on the wire does no harm.
      expect(rulesOf(report, "lost-response/reset")).toEqual([]);
      expect(stdout).toContain(
        "repeat: npx threeworlds check stripe-default --operation createPaymentIntent --scenario ",
      );

      const failed = report.results.find(({ verdict }) => verdict === "fail");
      const history = join(folder, failed?.history ?? "");
      const judged = await threeworlds(["judge", history]);
      expect(judged.code).toBe(1);
      for (const { rule } of failed?.violations ?? []) expect(judged.stdout).toContain(rule);
    },
  );

  test("no secret reaches a history or a report", { timeout: 2 * minutes }, async () => {
    const { folder, stdout, stderr, report } = await checked(["stripe-default", "--scenario", "happy-path"]);
    const history = readFileSync(join(folder, report.results[0]?.history ?? ""), "utf8");

    expect(history).toContain("[masked]");
    for (const text of [history, stdout, stderr]) expect(text).not.toMatch(/sk_test_[A-Za-z0-9]{8}/);
  });

  test(
    "the Python connectors run from another folder by contract and command",
    { timeout: 5 * minutes },
    async () => {
      const contract = join(root, "examples/python/tickets.yaml");
      const command = (program: string): string[] => [
        contract,
        "--connector",
        `python3 ${join(root, "examples/python", program)}`,
        "--scenario",
        "crash/*",
        "--scenario",
        "lost-response/reset",
      ];

      const careful = await checked(command("careful.py"), scratch);
      const naive = await checked(command("naive.py"), scratch);

      expect([careful.code, careful.report.summary.fail, careful.report.summary.inconclusive]).toEqual([
        0, 0, 0,
      ]);
      expect(naive.code).toBe(1);
      expect(rulesOf(naive.report, "crash/after-commit")).toContain("one-effect");
    },
  );
});
