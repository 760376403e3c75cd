import { describe, expect, it } from "vitest";
import { keysThatFit, otherField, targetParameter } from "../../checks/fitting.js";
import type { Contract, Operation } from "../../src/contract/model.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContract } from "../contracts/sample-contracts.js";

function operationOf(contract: Contract): Operation {
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error(`${contract.id} has no operation`);
  return operation;
}

/** The keyed contract's operation with parts of its request changed. */
function keyed(request: Partial<Operation["request"]>): Operation {
  const operation = operationOf(sampleContract("keyed"));
  return { ...operation, request: { ...operation.request, ...request } };
}

const example = { path: {}, query: {}, headers: {}, body: { subject: "x", external_id: "{{businessKey}}" } };
const asked = ["order-1", "order 1", "bestellung-gr\u00fcn"];

describe("keysThatFit", () => {
  it("leaves out what the schema of the request does not take", () => {
    const schema = { properties: { external_id: { type: "string", pattern: "^[a-z]+-[0-9]$" } } };

    expect(keysThatFit(keyed({ schema }), asked)).toEqual(["order-1"]);
    expect(keysThatFit(keyed({ schema: null }), asked)).toEqual(asked);
  });

  it("leaves out what cannot stand in a header of the example", () => {
    const operation = keyed({ example: { ...example, headers: { "X-Order": "{{businessKey}}" } } });

    expect(keysThatFit(operation, asked)).toEqual(["order-1", "order 1"]);
  });

  it("leaves out what is no key of the provider's where the example has it in the key's place", () => {
    const operation = keyed({ example: { ...example, headers: { "Idempotency-Key": "{{businessKey}}" } } });

    expect(keysThatFit(operation, ["order-1", "o".repeat(65)])).toEqual(["order-1"]);
  });
});

describe("otherField", () => {
  const body = { subject: "x", external_id: "{{businessKey}}", unit: "pc", color: "dark red", copies: 2 };

  it("prefers a number, then a text of several words, and passes over codes", () => {
    const { copies: _, ...texts } = body;

    expect(otherField(keyed({ example: { ...example, body } }))).toBe("/copies");
    expect(otherField(keyed({ example: { ...example, body: texts } }))).toBe("/color");
    expect(otherField(keyed({ example: { ...example, body: { ...texts, color: "red" } } }))).toBeNull();
  });

  it("passes over what the schema does not take with another value", () => {
    const schema = { properties: { copies: { const: 2 } } };

    expect(otherField(keyed({ schema, example: { ...example, body } }))).toBe("/color");
  });
});

describe("targetParameter", () => {
  it("is a parameter of the path that names neither the business key nor the account", () => {
    const found = (id: string): string | null => {
      const contract = sampleContract(id);
      const operation = operationOf(contract);
      return targetParameter({ contract, operation, performs: [], timing: timingFor(operation, []) });
    };

    expect(["lookup-only", "sets", "keyed"].map(found)).toEqual(["project", null, null]);
  });
});
