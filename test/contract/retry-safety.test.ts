import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/model.js";
import {
  findingLookups,
  isRemembered,
  provableAbsence,
  retrySafety,
} from "../../src/contract/retry-safety.js";
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

    const unremembered = { promised: "runsAgain", enacted: "guarded" } as const;
    const acts: Operation = { ...operation, idempotency: { ...idempotency, unremembered } };

    expect(retrySafety(acts)).toBe("safe-after-lookup");
    expect(retrySafety({ ...acts, errors: [] })).toBe("safe-with-key");
  });

  test("a failure that is answered like a success is remembered as what it says of the effect", () => {
    const { idempotency, errors, ...rest } = operationOf("keyed");
    const [listed] = errors;
    if (idempotency === null || listed === undefined) throw new Error("it has a key and errors");
    const remembers = { promised: ["success" as const], enacted: ["success" as const] };
    const operation: Operation = { ...rest, errors, idempotency: { ...idempotency, remembers } };
    const none = { ...listed, status: 200, effect: "none" as const };
    const maybe = { ...listed, status: 200, effect: "maybe" as const };

    expect(isRemembered(operation, 200, null)).toBe(true);
    expect(isRemembered(operation, 200, none)).toBe(false);
    expect(isRemembered(operation, 200, maybe)).toBe(false);
    expect(isRemembered(operationOf("keyed-remembering"), 200, maybe)).toBe(true);
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
