import { describe, expect, test } from "vitest";
import { contains } from "../../src/core/contains.js";
import type { Json } from "../../src/core/json.js";

describe("contains", () => {
  test.each<[Json | undefined, Json]>([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }],
    [{ amount: "500" }, { amount: 500 }],
    [{ open: "true" }, { open: true }],
    [{ list: [{ id: 1, x: 2 }] }, { list: [{ id: 1 }] }],
    [{}, {}],
    [undefined, {}],
    [undefined, []],
    [{}, { a: null }],
    [{ a: "" }, { a: null }],
    [{ a: 1 }, { a: 1, extra: {} }],
    ["x", "x"],
  ])("%j holds %j", (there, asked) => {
    expect(contains(there, asked)).toBe(true);
  });

  test.each<[Json | undefined, Json]>([
    [{}, { a: 1 }],
    [{ a: 2 }, { a: 1 }],
    [{ a: [1, 2] }, { a: [1] }],
    [{ a: [1] }, { a: [1, 2] }],
    [{ a: { b: 1 } }, { a: "[object Object]" }],
    [{ a: null }, { a: "null" }],
    [{ a: 0 }, { a: null }],
    [undefined, ""],
    [["a"], { 0: "b" }],
  ])("%j does not hold %j", (there, asked) => {
    expect(contains(there, asked)).toBe(false);
  });

  test("finds no field of a prototype", () => {
    expect(contains({}, { constructor: { name: "Object" } })).toBe(false);
  });
});
