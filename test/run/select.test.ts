import { describe, expect, test } from "vitest";
import { scenarioFilter } from "../../src/run/select.js";

const known = ["happy-path", "lost-response/reset", "lost-response/closed", "crash/twice"];

describe("scenarioFilter", () => {
  test("lets everything through without a pattern", () => {
    expect(known.filter(scenarioFilter([], known))).toEqual(known);
  });

  test("takes a scenario's name for all its variants", () => {
    expect(known.filter(scenarioFilter(["lost-response"], known))).toEqual([
      "lost-response/reset",
      "lost-response/closed",
    ]);
  });

  test("takes globs and exact names together", () => {
    expect(known.filter(scenarioFilter(["*/twice", "happy-path"], known))).toEqual([
      "happy-path",
      "crash/twice",
    ]);
  });

  test("lets a star stand for anything, a slash too", () => {
    expect(known.filter(scenarioFilter(["*closed*"], known))).toEqual(["lost-response/closed"]);
  });

  test("refuses a pattern that fits nothing, since nothing checked is not a pass", () => {
    expect(() => scenarioFilter(["lost-respond"], known)).toThrow(
      "--scenario lost-respond: expected a scenario or a glob that fits one, got one that fits none. Did you mean 'lost-response'?",
    );
  });
});
