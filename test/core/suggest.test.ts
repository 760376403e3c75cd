import { describe, expect, test } from "vitest";
import { expectedGot, KitError } from "../../src/core/errors.js";
import { suggest } from "../../src/core/suggest.js";

describe("suggest", () => {
  test.each([
    ["respond-lat", ["respond-late", "reset"], " Did you mean 'respond-late'?"],
    ["natrue", ["nature", "request"], " Did you mean 'nature'?"],
    ["POST", ["post"], " Did you mean 'post'?"],
    ["nam", ["name", "docs"], " Did you mean 'name'?"],
    ["humanReconcilliation", ["humanReconciliation"], " Did you mean 'humanReconciliation'?"],
  ])("takes %j for a slip of the pen", (word, known, hint) => {
    expect(suggest(word, known)).toBe(hint);
  });

  test.each([
    ["id", ["uuid", "key"], " Known: key, uuid."],
    ["colour", ["nature", "answer"], " Known: answer, nature."],
    ["x", [], ""],
  ])("takes %j for another word", (word, known, hint) => {
    expect(suggest(word, known)).toBe(hint);
  });

  test("does not change the list it is given", () => {
    const known = ["b", "a"];

    suggest("zzz", known);

    expect(known).toEqual(["b", "a"]);
  });
});

describe("KitError", () => {
  test("has a code, a message and its cause", () => {
    const cause = new Error("why");
    const error = new KitError("file", "what", { cause });

    expect(error).toMatchObject({ name: "KitError", code: "file", message: "what", cause });
    expect(error).toBeInstanceOf(Error);
  });

  test("phrases a mismatch in one way", () => {
    expect(expectedGot("a list", "3")).toBe("expected a list, got 3");
  });
});
