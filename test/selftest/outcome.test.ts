import { describe, expect, test } from "vitest";
import type { Result, Verdict } from "../../src/core/verdict.js";
import type { Flaw } from "../../src/selftest/flaw.js";
import { blamed, unstopped } from "../../src/selftest/outcome.js";

const flaw: Flaw = {
  id: "key-per-attempt",
  mistake: "A new random key for every attempt.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/reset", "in-flight"],
};

function result(scenario: string, verdict: Verdict, ...rules: string[]): Result {
  const violations = rules.map((rule) => ({
    rule,
    message: "2 keys for order-1",
    entries: [1],
    contract: { file: "keyed.yaml", line: 1 },
    advice: "Keep it.",
  }));
  const reason = verdict === "inconclusive" ? "the fault never\nfired" : null;
  return { operation: "createTicket", scenario, verdict, reason, violations, durationMs: 1, history: null };
}

describe("a flaw", () => {
  test("is stopped when each of its scenarios fails under one of its rules", () => {
    const results = [result("lost-response/reset", "fail", "one-effect", "stable-key")];

    expect(unstopped({ ...flaw, scenarios: ["lost-response/reset"] }, results)).toEqual([]);
  });

  test("is not stopped by a scenario that fails under another rule only", () => {
    const results = [
      result("lost-response/reset", "fail", "stable-key"),
      result("in-flight", "fail", "one-effect"),
    ];

    expect(unstopped(flaw, results)).toEqual([
      "in-flight: expected a failure under stable-key, got in-flight fail one-effect: 2 keys for order-1",
    ]);
  });

  test("is not stopped by a rule that spoke in a scenario that passed in the end", () => {
    const results = [
      result("lost-response/reset", "waived", "stable-key"),
      result("in-flight", "fail", "stable-key"),
    ];

    expect(unstopped(flaw, results)).toHaveLength(1);
  });

  test("is not stopped where a scenario does not exist, or a rule never spoke", () => {
    const results = [result("lost-response/reset", "fail", "stable-key")];

    expect(unstopped({ ...flaw, stoppedBy: ["stable-key", "held"] }, results)).toEqual([
      "in-flight: expected a failure under stable-key or held, got no such scenario",
      "expected held to stop it in lost-response/reset or in-flight, got stable-key",
    ]);
  });
});

describe("a careful connector", () => {
  test("is blamed for what failed and for what was not exercised, and for nothing else", () => {
    const results = [
      result("happy-path", "pass"),
      result("in-flight", "not-applicable"),
      result("mismatch", "fail", "allowed-send"),
      result("crash/twice", "inconclusive"),
    ];

    expect(blamed(results)).toEqual([
      "mismatch fail allowed-send: 2 keys for order-1",
      "crash/twice inconclusive the fault never fired",
    ]);
  });
});
