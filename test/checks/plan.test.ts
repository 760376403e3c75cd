import { describe, expect, it } from "vitest";
import { plan } from "../../checks/plan.js";
import type { Scenario } from "../../checks/scenario.js";
import type { Contract, Operation } from "../../src/contract/model.js";
import type { Timing } from "../../src/core/protocol.js";
import type { Variant } from "../../src/core/scenario.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const timing: Timing = {
  timeoutMs: 400,
  retryDelayMs: 20,
  lookupLagMs: null,
  settlesWithinMs: null,
  pollMs: 50,
  budgetMs: 3000,
};
const settle = { step: "settle" } as const;

function scenario(id: string, variants: Variant[]): Scenario {
  return { id, title: id, why: id, family: "baseline", plan: () => variants };
}

function operationsOf(contract: Contract): Operation[] {
  return contract.operations;
}

describe("plan", () => {
  it("names a case by scenario and variant, operation by operation, in the order of the names", () => {
    const contract = sampleContract("keyed");
    const scenarios = [
      scenario("slow", [{ name: null, steps: [settle] }]),
      scenario("lost", [
        { name: "reset", steps: [settle], needs: ["clock"] },
        { name: "closed", notApplicable: "there is no answer to lose" },
      ]),
    ];

    expect(plan(contract, operationsOf(contract), scenarios, timing)).toEqual(
      ["createTicket", "createComment"].flatMap((operation) => [
        { operation, scenario: "lost/closed", notApplicable: "there is no answer to lose" },
        { operation, scenario: "lost/reset", steps: [settle], needs: ["clock"] },
        { operation, scenario: "slow", steps: [settle], needs: [] },
      ]),
    );
  });

  it("leaves out operations that only read", () => {
    const contract = sampleContract("keyed");
    const reads = operationsOf(contract).map((operation): Operation => ({ ...operation, nature: "reads" }));

    expect(plan(contract, reads, [scenario("slow", [{ name: null, steps: [settle] }])], timing)).toEqual([]);
  });
});
