import { describe, expect, test } from "vitest";
import { judge } from "../../checks/judge.js";
import { verdictOf } from "../../checks/verdict.js";
import type { History } from "../../src/core/history.js";
import type { Step } from "../../src/core/scenario.js";
import type { Violation } from "../../src/core/verdict.js";
import { Story } from "./history-builder.js";

const reset: Step = { step: "fault", fault: "reset-connection", at: "committed", on: { nth: "every" } };

const violation: Violation = {
  rule: "one-effect",
  message: "2 effects",
  entries: [1],
  contract: { file: "x.yaml", line: 1 },
  advice: "Do not.",
};

function happy(story = new Story("keyed")): Story {
  story.perform("order-42").send({ key: "a", commits: "tkt_1" });
  return story.claim("succeeded", "tkt_1");
}

function armed(story: Story, armed = 1): Story {
  story.append({ kind: "fault-armed", fault: "reset-connection", armed, options: {}, phase: "committed" });
  return story;
}

function verdict(history: History, violations: Violation[] = []): string {
  const found = verdictOf(history, violations);
  return found.reason === null ? found.verdict : `${found.verdict}: ${found.reason}`;
}

describe("verdictOf", () => {
  test("passes what was exercised and is spotless", () => {
    expect(verdict(happy().history())).toBe("pass");
  });

  test("fails on any violation", () => {
    expect(verdict(happy().history(), [violation])).toBe("fail");
  });

  test("says why a scenario could not be played", () => {
    const history = { ...happy().history(), unplayable: "the connector could not be started" };

    expect(verdict(history)).toBe("inconclusive: the connector could not be started");
  });

  test("names the fault that never fired", () => {
    const story = armed(new Story("keyed").step(reset));

    expect(verdict(happy(story).history())).toBe(
      "inconclusive: the fault reset-connection at committed of any write never fired: what was not exercised is not a pass",
    );
  });

  test("takes a fault that fired for exercised, and an optional one for exercised anyway", () => {
    const fired = armed(new Story("keyed").step(reset));
    fired.append({
      kind: "fault-fired",
      fault: "reset-connection",
      armed: 1,
      request: 1,
      connection: 1,
      phase: "committed",
    });
    const optional = armed(new Story("keyed").step({ ...reset, optional: true }));

    expect(verdict(happy(fired).history())).toBe("pass");
    expect(verdict(happy(optional).history())).toBe("pass");
  });

  test("names the second of two faults when only the first fired", () => {
    const story = armed(new Story("keyed").step(reset), 1);
    armed(story.step({ ...reset, on: { role: "lookup", nth: 2 } }), 2);
    story.append({
      kind: "fault-fired",
      fault: "reset-connection",
      armed: 1,
      request: 1,
      connection: 1,
      phase: "committed",
    });

    expect(verdict(happy(story).history())).toBe(
      "inconclusive: the fault reset-connection at committed of lookup 2 never fired: what was not exercised is not a pass",
    );
  });

  test("names the crash that never happened", () => {
    const story = new Story("keyed").step({ step: "crash", at: "committed" });

    expect(verdict(happy(story).history())).toBe(
      "inconclusive: the crash at committed of the first write never happened: what was not exercised is not a pass",
    );
  });

  test("takes a crash for exercised when the process was killed while the request was held", () => {
    const story = new Story("keyed").step({ step: "crash", at: "committed" }).perform("order-42");
    story.append({ kind: "request-held", request: 1, phase: "committed" });
    story.crash().reconcile().claim("unknown", undefined, { of: "order-42" });

    expect(verdict(story.history())).toBe("pass");
  });

  test("does not apply a dying kept-alive connection to a connector that keeps none alive", () => {
    const story = armed(new Story("keyed").step({ ...reset, on: { reusedConnection: true } }));

    expect(verdict(happy(story).history())).toBe(
      "not-applicable: the connector opens a new connection for every request: there is none that could die on reuse",
    );
  });

  test("finds it inconclusive when a connection was reused and still nothing died", () => {
    const story = armed(new Story("keyed").step({ ...reset, on: { reusedConnection: true } }));
    story.perform("order-41").send({ key: "b", connection: 5, onConnection: 2, commits: "tkt_0" });
    story.claim("succeeded", "tkt_0");

    expect(verdict(happy(story).history())).toMatch(/^inconclusive: the fault reset-connection/);
  });

  test("says first that the mock provider refused a request, beside violations, too", () => {
    const story = new Story("keyed").perform("order-42");
    const request = story.send({ key: "a", commits: false, answer: { status: 400 } });
    story.append({ kind: "request-refused", request, refusal: "invalid", reason: "subject is missing" });
    const history = story.claim("failed").history();
    const reason =
      "the mock provider refused POST /v1/tickets (invalid: subject is missing); check the contract as well as the connector";

    expect(verdict(history)).toBe(`inconclusive: ${reason}`);
    expect(verdict(history, [violation])).toBe(`fail: ${reason}`);
  });

  test("says that the end of a history is missing, beside violations, too", () => {
    const whole = happy().history();
    const cut = { ...whole, entries: whole.entries.slice(0, -1) };
    const reason = "the history breaks off before the scenario ends: what would follow is not known";

    expect(verdict(cut)).toBe(`inconclusive: ${reason}`);
    expect(verdict(cut, [violation])).toBe(`fail: ${reason}`);
    expect(verdict({ ...whole, entries: [] })).toBe(`inconclusive: ${reason}`);
  });

  test("passes a history of which only what follows its end is missing", () => {
    const whole = happy().history();
    const seq = whole.entries.length + 1;
    const closed = { kind: "connection-closed", connection: 1, by: "provider", how: "fin" } as const;

    expect(verdict({ ...whole, entries: [...whole.entries, { seq, at: 0, wall: 0, ...closed }] })).toBe(
      "pass",
    );
  });

  test.each([1, 4])("says that entry %d is missing", (seq) => {
    const whole = happy().history();
    const entries = whole.entries.filter((entry) => entry.seq !== seq);

    expect(verdict({ ...whole, entries })).toBe(
      `inconclusive: entry ${seq} of the history is missing: what it would show is not known`,
    );
  });

  test("finds it inconclusive when a connector contradicts itself, and not when it repeats itself", () => {
    const what =
      'gave a second answer to message 1: {"id":1,"outcome":"failed"}\nIt wrote nothing to stderr.';
    const repeating = happy();
    repeating.append({ kind: "misbehaved", process: 1, what });
    const contradicting = happy();
    contradicting.append({ kind: "misbehaved", process: 1, what, contradicts: 1 });

    expect(verdict(repeating.history())).toBe("pass");
    expect(verdict(contradicting.history())).toBe(
      'inconclusive: the connector answered message 1 twice, and not the same: gave a second answer to message 1: {"id":1,"outcome":"failed"}',
    );
  });

  test("finds it inconclusive when an answer was none", () => {
    const story = happy().perform("order-43");
    story.append({ kind: "misbehaved", process: 1, what: 'answered message 2 with "duplicate"\n' });

    expect(verdict(story.unanswered("protocol").history())).toBe(
      'inconclusive: the connector\'s answer to message 2 was none: answered message 2 with "duplicate"',
    );
  });

  test("finds it inconclusive when a connector speaks of a key that nobody had asked for", () => {
    const spokeOf = (outcome: "unknown" | "absent"): string => {
      const story = happy().reconcile().claim(outcome, undefined, { of: "order-7" });
      const { verdict: found, reason } = judge(story.history(), story.contract, []);
      return `${found}: ${reason ?? ""}`;
    };

    expect(spokeOf("unknown")).toBe(
      "inconclusive: the connector spoke of order-7 (unknown), which nobody had asked for in this scenario",
    );
    expect(spokeOf("absent")).toBe("pass: ");
  });

  test("does not blame a connector without timing for outlasting patience", () => {
    const story = new Story("keyed", { capabilities: [] }).perform("order-42").unanswered("patience");

    expect(verdict(story.history())).toBe(
      "inconclusive: no answer within 10000 ms from a connector that does not obey `timing`; raise --patience or let it obey",
    );
  });

  test("does not pass a connector that never answered", () => {
    expect(verdict(new Story("keyed").perform("order-42").threw("no such file").history())).toBe(
      "inconclusive: the connector never answered but with an error: no such file",
    );
    expect(verdict(new Story("keyed").perform("order-42").unanswered("exited").history())).toBe(
      "inconclusive: the connector never answered",
    );
    expect(verdict(new Story("keyed").history())).toBe("inconclusive: nothing was ever performed");
  });
});
