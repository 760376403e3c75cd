import { describe, expect, test } from "vitest";
import type { Report, Result } from "../../src/core/verdict.js";
import terminal from "../../src/reports/terminal.js";
import { sampleRun } from "./sample-run.js";

function rendered(results: readonly Pick<Result, "scenario" | "verdict" | "reason">[]): string {
  const [sample] = sampleRun.reports;
  if (sample === undefined) throw new Error("the sample run has a report");
  const report: Report = {
    ...sample,
    waivers: [],
    results: results.map((result) => ({
      operation: "createTicket",
      durationMs: 1,
      history: null,
      violations: [],
      ...result,
    })),
  };
  return terminal.render({ ...sampleRun, reports: [report] });
}

const silence = "the connector never answered but with an error: no such module";

describe("the headline of a report", () => {
  test("says once that the connector never answered, instead of each scenario", () => {
    const text = rendered([
      { scenario: "crash/twice", verdict: "inconclusive", reason: silence },
      { scenario: "happy-path", verdict: "inconclusive", reason: silence },
      { scenario: "lost-response/reset", verdict: "inconclusive", reason: "needs a connector with clock" },
      { scenario: "mismatch", verdict: "not-applicable", reason: "no key" },
    ]);

    expect(text).toContain(
      "The connector never answered but with an error: no such module\nSo it is in 2 of 3 scenarios, and nothing can be said of them. Mend this first: docs/connector.md says what an adapter answers.\n",
    );
    expect(text).not.toContain("crash/twice");
    expect(text).toContain("lost-response/reset");
  });

  test("is missing where the happy path was answered", () => {
    const text = rendered([
      { scenario: "crash/twice", verdict: "inconclusive", reason: silence },
      { scenario: "happy-path", verdict: "pass", reason: null },
    ]);

    expect(text).not.toContain("Mend this first");
    expect(text).toContain("crash/twice");
  });

  test.for([[], [{ scenario: "mismatch", verdict: "not-applicable", reason: "no key" } as const]])(
    "says that nothing was exercised where nothing applies: %o",
    (results) => {
      expect(rendered(results)).toContain(
        "Nothing was exercised: none of the chosen scenarios applies to this contract. That is no pass of anything.",
      );
    },
  );
});
