import { describe, expect, it } from "vitest";
import { readCase, readSteps } from "../../checks/read-steps.js";

describe("readSteps", () => {
  it("takes a list of steps as it is", () => {
    const steps = [{ step: "perform", businessKey: "order-1" }, { step: "settle" }];

    expect(readSteps(steps, "found.yaml")).toEqual(steps);
  });

  it("suggests the step that was meant", () => {
    expect(() => readSteps([{ step: "preform", businessKey: "order-1" }], "found.yaml")).toThrow(
      "found.yaml, step 1: expected the name of a step, got \"preform\". Did you mean 'perform'?",
    );
  });

  it("names every field that does not fit, in order", () => {
    const steps = [
      { step: "fault", fault: "stall", at: "comitted" },
      { step: "advance", byMs: -1 },
      { step: "idle", forMs: 0 },
      { step: "restart", now: true },
      { step: "perform" },
    ];

    expect(() => readSteps(steps, "found.yaml")).toThrow(
      [
        "found.yaml, step 1, 'at': expected one of connect, received, admitted, committed, answered, got 'comitted'. Did you mean 'committed'?",
        "found.yaml, step 2, 'byMs': expected a whole number of at least 0, got -1.",
        "found.yaml, step 3, 'forMs': expected a whole number from 1 to 60000, got 0.",
        "found.yaml, step 4, 'now': expected one of step, got 'now'.",
        "found.yaml, step 5, 'businessKey': expected a text that is not empty, got nothing.",
      ].join("\n"),
    );
  });

  it.each([
    ["no list", { step: "settle" }, "found.yaml: expected a list of steps, got object."],
    ["a text for a step", ["settle"], "found.yaml, step 1: expected an object with `step`, got string."],
    ["a step without a name", [{}], "found.yaml, step 1: expected the name of a step, got nothing. Known:"],
  ])("refuses %s", (_, data, message) => {
    expect(() => readSteps(data, "found.yaml")).toThrow(message);
  });
});

describe("readCase", () => {
  it("refuses a case without a scenario, and steps it does not know", () => {
    expect(() => readCase({ operation: "createTicket", steps: [], needs: [] }, "case.yaml")).toThrow(
      "case.yaml, 'scenario': expected a text that is not empty, got nothing.",
    );
    expect(() =>
      readCase(
        { operation: "createTicket", scenario: "found", steps: [{ step: "settel" }], needs: [] },
        "case.yaml",
      ),
    ).toThrow(
      "case.yaml, 'steps', step 1: expected the name of a step, got \"settel\". Did you mean 'settle'?",
    );
  });
});
