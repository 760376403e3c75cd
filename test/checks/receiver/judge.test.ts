import { describe, expect, it } from "vitest";
import { judgeReceiver } from "../../../checks/receiver/judge.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import { loadCatalogue } from "../../../src/catalogue.js";
import { contracts } from "../../receivers/theatre.js";
import { data, delivered, type Fact, happens, receiverHistory } from "./history.js";

const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];
const found = contracts.get("counter");
if (found === undefined) throw new Error("there is no contract of the counter");
const counter = found;

function judged(...facts: Fact[]): {
  verdict: string;
  reason: string | null;
  rules: string[];
  messages: string[];
} {
  const { verdict, reason, violations } = judgeReceiver(receiverHistory(counter, facts), counter, rules);
  return {
    verdict,
    reason,
    rules: [...new Set(violations.map(({ rule }) => rule))],
    messages: violations.map(({ message }) => message),
  };
}

const killed: Fact = { kind: "process-killed", process: 1, why: "crash" };

describe("what a receiver's history amounts to", () => {
  it("is a pass when each event has one effect", () => {
    expect(
      judged(data(), happens, ...delivered(1, 200), data("evt-1"), ...delivered(2, 200), data("evt-1")),
    ).toEqual({
      verdict: "pass",
      reason: null,
      rules: [],
      messages: [],
    });
  });

  it("is a second effect, whatever was answered", () => {
    const result = judged(
      data(),
      happens,
      ...delivered(1, 200),
      ...delivered(2, 200),
      data("evt-1", "evt-1"),
    );

    expect(result.rules).toEqual(["applied-once"]);
    expect(result.messages[0]).toBe(
      "2 effects of evt-1 (increment, of acme) after 2 deliveries: expected 1.",
    );
  });

  it("is a loss when success was answered, with the reason that is in the history", () => {
    const lost = [data(), happens, ...delivered(1, 200), data()];

    expect(judged(...lost).rules).toEqual(["accepted-is-applied"]);
    expect(judged(data(), happens, ...delivered(1, 200), killed, data()).rules).toEqual([
      "durable-before-success",
    ]);
    expect(
      judged(data(), happens, ...delivered(1, "closed"), data(), ...delivered(2, 200), data()).rules,
    ).toContain("atomic");
    const forgery = delivered(1, 401, { as: "wrong-secret", defects: ["signature"] });
    expect(judged(data(), happens, ...forgery, data(), ...delivered(2, 200), data()).rules).toEqual([
      "authentic-only",
    ]);
    const nonsense = delivered(1, 422, { as: "wrong-type", defects: ["content"] });
    expect(judged(data(), happens, ...nonsense, data(), ...delivered(2, 200), data()).rules).toEqual([
      "refuses-what-it-does-not-know",
    ]);
  });

  it("is nothing bad when a refusal is a hang-up", () => {
    const forgery = delivered(2, "closed", { as: "wrong-secret", defects: ["signature"] });

    expect(
      judged(data(), happens, ...delivered(1, 200), data("evt-1"), ...forgery, data("evt-1")).verdict,
    ).toBe("pass");
  });

  it("is an effect of what nobody genuine ever sent", () => {
    const forgery = delivered(1, 401, { as: "stale", defects: ["time"] });

    expect(judged(data(), happens, ...forgery, data("evt-1")).rules).toEqual(["authentic-only"]);
  });

  it("leaves 'later' alone when later it is taken", () => {
    expect(
      judged(data(), happens, ...delivered(1, 503), data(), ...delivered(2, 200), data("evt-1")).verdict,
    ).toBe("pass");
    expect(judged(data(), happens, ...delivered(1, 503), data()).rules).toEqual(["genuine-accepted"]);
  });

  it("leaves those alone who decline a compressed body that nobody spoke of", () => {
    const declined = (end: number | "closed"): Fact[] => [
      data(),
      happens,
      ...delivered(1, 200),
      data("evt-1"),
      ...delivered(2, end, { as: "gzip", defects: ["coding"] }),
      data("evt-1"),
    ];

    expect(judged(...declined(415)).verdict).toBe("pass");
    expect(judged(...declined("closed")).verdict).toBe("pass");
    expect(judged(...declined(500)).rules).toEqual(["genuine-accepted"]);
  });

  it("is inconclusive when nothing genuine was taken, and when a disturbance was not met", () => {
    const forgery = delivered(1, 401, { as: "wrong-secret", defects: ["signature"] });
    const ordered: Fact = {
      kind: "receiver-step",
      index: 0,
      step: { step: "disturb", at: "beforeCommit", do: "fail" },
    };

    expect(judged(data(), happens, ...forgery, data())).toMatchObject({
      verdict: "inconclusive",
      reason: "no genuine delivery was ever taken",
    });
    expect(judged(data(), happens, ordered, ...delivered(1, 200), data("evt-1"))).toMatchObject({
      verdict: "inconclusive",
      reason: "the disturbance 'fail at beforeCommit' was never met: what was not exercised is not a pass",
    });
  });

  it("is inconclusive when the business data could not be read", () => {
    const threw: Fact = { kind: "threw", process: 1, id: 2, error: "no such table" };

    expect(judged(data(), happens, ...delivered(1, 200), threw).reason).toBe(
      "the receiver answered with an error: no such table",
    );
  });
});
