import { describe, expect, test } from "vitest";
import { durationOf, quote, wholeNumber } from "../../src/cli/check/option-values.js";

describe("wholeNumber", () => {
  test("takes digits from the least on", () => {
    expect(["0", "1", "9007199254740991"].map((text) => wholeNumber("--seed", text))).toEqual([
      0,
      1,
      Number.MAX_SAFE_INTEGER,
    ]);
  });

  test.for(["", " ", "1e3", "0x10", "-1", "1.5", "9007199254740992"])("refuses %j", (text) => {
    expect(() => wholeNumber("--seed", text)).toThrow(
      `--seed: expected a whole number of at least 0, got '${text}'.`,
    );
  });

  test("refuses less than the least", () => {
    expect(() => wholeNumber("--jobs", "0", 1)).toThrow(
      "--jobs: expected a whole number of at least 1, got '0'.",
    );
  });
});

describe("durationOf", () => {
  test("takes what a timer can count", () => {
    expect([durationOf("--patience", "1ms"), durationOf("--patience", "24d")]).toEqual([1, 24 * 86_400_000]);
  });

  test.for(["0", "0s", "25d", "90000d", "soon", ""])("refuses %j", (text) => {
    expect(() => durationOf("--patience", text)).toThrow(
      `--patience: expected a duration such as 500ms, 10s or 2m, above 0 and at most 24d, got '${text}'.`,
    );
  });
});

describe("quote", () => {
  test("leaves plain words alone and quotes what a shell would read", () => {
    expect(["crash/twice", "it's $HOME", "a b", "x;y", ""].map(quote)).toEqual([
      "crash/twice",
      String.raw`'it'\''s $HOME'`,
      "'a b'",
      "'x;y'",
      "''",
    ]);
  });
});
