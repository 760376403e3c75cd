import { describe, expect, test } from "vitest";
import { caseOf, judge } from "../../checks/judge.js";
import type { Rule } from "../../checks/rule.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { loadContract } from "../../src/contract/load.js";
import type { History } from "../../src/core/history.js";
import { Story } from "./history-builder.js";

const rules = [...(await loadCatalogue<Rule>("rules")).values()];

function twice(): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1", answer: "lost" });
  story.after(30).send({ key: "b", commits: "tkt_2" });
  return story.claim("failed");
}

describe("judge", () => {
  test("gives the worst violations first, then by rule", () => {
    const { verdict, violations } = judge(twice().history(), twice().contract, rules.toReversed());

    expect(verdict).toBe("fail");
    expect(violations.map(({ rule }) => rule)).toEqual([
      "honest-failure",
      "one-effect",
      "no-guessing",
      "stable-key",
    ]);
  });

  test("works on a stored history alone", () => {
    const stored = JSON.parse(JSON.stringify(twice().history())) as History;
    const contract = loadContract(stored.contract.source, stored.contract.file);

    expect(judge(stored, contract, rules)).toEqual(judge(twice().history(), twice().contract, rules));
  });

  test("names the operation that the contract lacks", () => {
    const history = { ...twice().history(), operation: "createTickets" };

    expect(() => caseOf(history, twice().contract)).toThrow(
      "test/contracts/keyed.yaml: expected an operation of the contract, got 'createTickets'. Did you mean 'createTicket'?",
    );
  });
});
