import { expect, test } from "vitest";
import { folded } from "../../src/selftest/names.js";

const all = [
  "crash/after-commit",
  "crash/before-commit",
  "crash/twice",
  "happy-path",
  "mismatch",
  "mismatch/late",
];

test("names of variants are folded: all of a family, some of it, one alone", () => {
  expect(folded(["crash/after-commit", "crash/before-commit", "crash/twice"], all)).toBe("`crash/*`");
  expect(folded(["crash/after-commit", "crash/twice", "happy-path"], all)).toBe(
    "`crash/{after-commit, twice}`, `happy-path`",
  );
  expect(folded(["mismatch"], all)).toBe("`mismatch`");
  expect(folded([], all)).toBe("");
});
