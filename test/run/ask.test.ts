import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.js";
import { vary } from "../../src/core/vary.js";

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
