import { describe, expect, test } from "vitest";
import type { Result, WaiverUse } from "../../src/core/verdict.js";
import { auditWaivers, waive, type Waiver, type WaiverTerms } from "../../src/run/waivers.js";

const rules = ["one-effect", "no-guessing"];

function waiver(given: Partial<Waiver>): Waiver {
  return {
    check: "lost-response/reset",
    operation: null,
    rule: null,
    reason: "ticket 4711",
    until: "2027-01-31",
    file: "threeworlds.yaml",
    line: 7,
    ...given,
  };
}

function terms(given: Partial<Waiver>, today = "2026-11-30"): WaiverTerms {
  return { waivers: [waiver(given)], today, rules };
}

function result(
  verdict: Result["verdict"],
  broken: readonly string[] = [],
  scenario = "lost-response/reset",
): Result {
  return {
    operation: "createTicket",
    scenario,
    verdict,
    reason: null,
    durationMs: 1,
    history: null,
    violations: broken.map((rule) => ({
      rule,
      message: "seen",
      entries: [1],
      contract: { file: "tickets.yaml", line: 3 },
      advice: "mend",
    })),
  };
}

const failed = result("fail", ["one-effect"]);

function audited(given: Partial<Waiver>, results: readonly Result[], today?: string): WaiverUse {
  const [use] = auditWaivers(terms(given, today), results, [
    result("pass"),
    result("pass", [], "lost-response/closed"),
  ]);
  if (use === undefined) throw new Error("one waiver is audited");
  return use;
}

describe("a waiver", () => {
  test("turns the failure it names into a waived one, which keeps its violations", () => {
    expect(waive(failed, terms({}))).toEqual({
      ...failed,
      verdict: "waived",
      reason: "waived until 2027-01-31: ticket 4711",
    });
  });

  test.for(["lost-response", "lost-response/*", "lost-*", "one-effect"])("may name it as %s", (check) => {
    expect(waive(failed, terms({ check })).verdict).toBe("waived");
  });

  test.for<Partial<Waiver>>([
    { check: "lost-response/closed" },
    { check: "lost" },
    { operation: "createRefund" },
    { rule: "no-guessing" },
    { check: "no-guessing" },
  ])("leaves alone what it does not name: %o", (given) => {
    expect(waive(failed, terms(given))).toBe(failed);
  });

  test("with a rule leaves a failure that breaks another rule besides", () => {
    const twice = result("fail", ["one-effect", "no-guessing"]);

    expect(waive(twice, terms({ rule: "one-effect" }))).toBe(twice);
    expect(waive(twice, terms({})).verdict).toBe("waived");
  });

  test("may be one of several that together tolerate all", () => {
    const twice = result("fail", ["one-effect", "no-guessing"]);
    const waivers = [waiver({ check: "one-effect" }), waiver({ check: "no-guessing", reason: "ticket 5" })];

    expect(waive(twice, { waivers, today: "2026-11-30", rules })).toMatchObject({
      verdict: "waived",
      reason: "waived until 2027-01-31: ticket 4711; waived until 2027-01-31: ticket 5",
    });
  });

  test("tolerates what could not be exercised, but not in the name of a rule", () => {
    const unexercised = { ...result("inconclusive"), reason: "needs a connector with clock" };

    expect(waive(unexercised, terms({}))).toMatchObject({
      verdict: "waived",
      reason: "waived until 2027-01-31: ticket 4711 (needs a connector with clock)",
    });
    expect(waive(unexercised, terms({ rule: "one-effect" }))).toBe(unexercised);
    expect(waive(unexercised, terms({ check: "one-effect" }))).toBe(unexercised);
  });

  test("holds on its last day, in UTC, and not on the next", () => {
    expect(waive(failed, terms({}, "2027-01-31")).verdict).toBe("waived");
    expect(waive(failed, terms({}, "2027-02-01"))).toBe(failed);
    expect(audited({}, [failed], "2027-01-31")).toMatchObject({ state: "needed", problem: null });
    expect(audited({}, [failed], "2027-02-01")).toMatchObject({
      state: "expired",
      problem:
        "threeworlds.yaml:7: the waiver of 'lost-response/reset' has expired: expected a day not before today, 2027-02-01, got until 2027-01-31. Mend the connector and remove the waiver, or agree on a later day.",
    });
  });

  test.for([result("pass"), result("not-applicable")])("is stale when there is nothing left: %o", (one) => {
    expect(audited({}, [one])).toMatchObject({
      state: "stale",
      problem:
        "threeworlds.yaml:7: the waiver of 'lost-response/reset' is no longer needed: expected something that it tolerates, got none in all that it fits. Remove it, or the next such failure passes unseen.",
    });
  });

  test("is stale when another rule is broken than the one it names", () => {
    expect(audited({ rule: "no-guessing" }, [failed]).problem).toContain(
      "the waiver of 'lost-response/reset', rule no-guessing is no longer needed",
    );
  });

  test("is undecided while not all that it fits was played, or one was inconclusive", () => {
    const all = [result("pass"), result("pass", [], "lost-response/closed")];

    expect(audited({ check: "lost-response" }, all.slice(0, 1))).toMatchObject({
      state: "undecided",
      problem: null,
    });
    expect(audited({ check: "lost-response" }, all).state).toBe("stale");
    expect(audited({ check: "one-effect" }, [result("inconclusive"), ...all.slice(1)]).state).toBe(
      "undecided",
    );
  });

  test.for<[Partial<Waiver>, string]>([
    [{ check: "lost-respons" }, "got 'lost-respons'. Did you mean 'lost-response'? Correct or remove it."],
    [{ check: "one-efect" }, "got 'one-efect'. Did you mean 'one-effect'? Correct or remove it."],
    [{ check: "zz" }, "got 'zz'. `threeworlds check --dry-run` lists the scenarios. Correct or remove it."],
    [{ operation: "createTicke" }, "got operation 'createTicke'. Did you mean 'createTicket'?"],
    [{ rule: "one-efect" }, "got rule 'one-efect'. Did you mean 'one-effect'?"],
  ])("that fits nothing is said so, with what was perhaps meant: %o", ([given, words]) => {
    const { state, problem } = audited(given, [failed]);

    expect(state).toBe("fits-nothing");
    expect(problem).toMatch(
      /^threeworlds\.yaml:7: the waiver of .* fits nothing: expected a scenario, a glob or a rule/,
    );
    expect(problem).toContain(words);
  });
});
