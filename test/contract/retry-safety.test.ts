import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/model.js";
import { findingLookups, provableAbsence, retrySafety } from "../../src/contract/retry-safety.js";
import { sampleContract } from "../contracts/sample-contracts.js";

function operationOf(contract: string): Operation {
  const [operation] = sampleContract(contract).operations;
  if (operation === undefined) throw new Error(`${contract} has no operation`);
  return operation;
}

describe("retrySafety", () => {
  test.each([
    ["keyed", "safe-with-key"],
    ["keyed-remembering", "safe-with-key"],
    ["natural", "safe-with-key"],
    ["naming-original", "safe-with-key"],
    ["acknowledged", "safe-with-key"],
    ["lookup-only", "safe-after-lookup"],
    ["compensated", "safe-after-lookup"],
    ["unprovable", "hold-for-human"],
    ["nothing", "hold-for-human"],
    ["sets", "safe"],
  ])("%s is %s", (contract, word) => {
    expect(retrySafety(operationOf(contract))).toBe(word);
  });

  test("a key that a lost failure would slip is no safety", () => {
    const operation = operationOf("keyed");
    const { idempotency } = operation;
    if (idempotency === null) throw new Error("it has a key");

    const acts: Operation = { ...operation, idempotency: { ...idempotency, unremembered: "runsAgain" } };

    expect(retrySafety(acts)).toBe("safe-after-lookup");
    expect(retrySafety({ ...acts, errors: [] })).toBe("safe-with-key");
  });

  test("absence is proven after the lag and the settling time", () => {
    expect(provableAbsence(operationOf("lookup-only"))?.afterMs).toBe(90_000);
    expect(provableAbsence(operationOf("unprovable"))).toBeNull();
  });

  test("a lookup by id finds only what the client may name", () => {
    expect(findingLookups(operationOf("current-state"))).toEqual([]);
    expect(findingLookups(operationOf("lookup-only")).map(({ by }) => by)).toEqual(["reference"]);
  });
});
