import { describe, expect, test } from "vitest";
import { globBase, globTest } from "../../src/core/glob.js";

describe("a glob", () => {
  test.each([
    ["crash/*", "crash/after-commit", true],
    ["crash/*", "crash", false],
    ["contracts/**/*.yaml", "contracts/a/b.yaml", true],
    ["*.yaml", "a/b.yaml", false],
    ["{a,b}", "b", true],
  ])("%s on %s: %s", (pattern, text, fits) => {
    expect(globTest(pattern)(text)).toBe(fits);
  });

  test("knows where its wildcards begin", () => {
    expect(globBase("contracts/*.yaml")).toEqual({ base: "contracts", isGlob: true });
    expect(globBase("contracts/stripe.yaml")).toMatchObject({ isGlob: false });
  });
});
