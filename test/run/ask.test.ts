import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.js";
import { vary } from "../../src/core/vary.js";
import { askFor } from "../../src/run/ask.js";
import { sampleContract } from "../contracts/sample-contracts.js";

describe("vary", () => {
  test.for([
    [5, 6],
    [true, false],
    ["7", "8"],
    ["10.00", "11.00"],
    ["99999999999999999999", "100000000000000000000"],
    ["Printer on fire", "Printer on fire (changed)"],
    ["1e3", "1e3 (changed)"],
    [
      ["a", "b"],
      ["a", "b", "b"],
    ],
    [undefined, "changed"],
  ] as [Json | undefined, Json][])("makes another value of the same kind of %j", ([value, varied]) => {
    expect(vary(value)).toEqual(varied);
  });
});

describe("askFor", () => {
  const contract = sampleContract("lookup-only");
  const [operation] = contract.operations;

  test("takes no payload for an operation that has the name of something every object has", () => {
    if (operation === undefined) throw new Error("lookup-only has no operation");
    const options = { businessKey: "order-1", account: "a", varied: false, payloads: {} };

    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(askFor(contract, { ...operation, name }, options).payload).toEqual({
        title: "Paper jam",
        marker: "order-1",
      });
    }
  });

  test.for([
    ["the field that may vary", {}, "Paper jam (changed)", "printers"],
    ["another field", { field: "/marker" }, "Paper jam", "printers"],
    ["a parameter of the path", { parameter: "project" }, "Paper jam", "printers (changed)"],
  ] as const)("changes %s and nothing else", ([, what, title, project]) => {
    if (operation === undefined) throw new Error("lookup-only has no operation");

    const ask = askFor(contract, operation, { businessKey: "order-1", account: "a", varied: true, ...what });

    const marker = "field" in what ? "order-1 (changed)" : "order-1";
    expect(ask).toEqual({ payload: { title, marker }, parameters: { project } });
  });
});
