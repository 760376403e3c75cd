import { describe, expect, test } from "vitest";
import terminal from "../../src/reports/terminal.js";
import { sampleRun } from "./sample-run.js";

describe("the terminal report", () => {
  test("draws a failure with its timeline, rule, contract line and repeat command", async () => {
    await expect(terminal.render(sampleRun)).toMatchFileSnapshot("terminal.snapshot.txt");
  });

  test("is coloured only when asked to be", () => {
    expect(terminal.render(sampleRun)).not.toContain("\u001B[");
    expect(terminal.render({ ...sampleRun, colour: true })).toContain("\u001B[31m");
  });
});
