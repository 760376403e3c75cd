import { describe, expect, it } from "vitest";
import { receiverCaseOf } from "../../../checks/receiver/judge.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../../checks/receiver/scenario.js";
import { loadCatalogue } from "../../../src/catalogue.js";
import { contracts } from "../../receivers/theatre.js";
import { receiverHistory } from "./history.js";

const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];
const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];

describe("every rule for receivers", () => {
  it.each(rules)("$id says in words what it defends and why", ({ title, why, severity }) => {
    expect(title).toMatch(/^\S.{20,}[^.]$/);
    expect(why).toMatch(/^[A-Z].{20,}\.$/);
    expect([1, 2, 3]).toContain(severity);
  });

  it.each(rules)("$id yields nothing for an empty history", (rule) => {
    for (const contract of contracts.values()) {
      expect(rule.judge(receiverCaseOf(receiverHistory(contract, []), contract))).toEqual([]);
    }
  });
});

describe("every scenario for receivers", () => {
  it.each(scenarios)("$id says in words what happens and why it matters", ({ title, why }) => {
    expect(title).toMatch(/^[A-Z].{20,}[^.]$/);
    expect(why).toMatch(/^[A-Z].{20,}\.$/s);
  });

  it.each(scenarios)(
    "$id plans steps that are data, and says in words why a variant does not apply",
    (scenario) => {
      for (const contract of contracts.values()) {
        const { webhooks } = contract;
        if (webhooks === undefined) throw new Error(`${contract.id} has no webhooks`);
        const lacks = (): null => null;
        const able = scenario.plan({
          contract,
          webhooks,
          capabilities: ["clock", "faults", "sources"],
          lacks,
        });
        const unable = scenario.plan({
          contract,
          webhooks,
          capabilities: [],
          lacks: () => "it cannot be sent",
        });

        expect(structuredClone(able)).toEqual(able);
        expect(unable.map(({ name }) => name)).toEqual(able.map(({ name }) => name));
        for (const variant of [...able, ...unable]) {
          if ("notApplicable" in variant) expect(variant.notApplicable).toMatch(/^\S.{10,}[^.]$/);
          else expect(variant.steps.length).toBeGreaterThan(0);
        }
      }
    },
  );
});
