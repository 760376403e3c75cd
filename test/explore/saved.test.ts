import { describe, expect, test } from "vitest";
import type { Fault } from "../../mock-provider/fault.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { KitError } from "../../src/core/errors.js";
import {
  readScenario,
  refuseUnplayable,
  writeScenario,
  type SavedScenario,
} from "../../src/explore/saved.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const faults = await loadCatalogue<Fault>("faults");

const saved: SavedScenario = {
  scenario: "explored/7-41",
  contract: "../contracts/keyed.yaml",
  connector: "payments",
  operation: "createTicket",
  seed: 7,
  rule: "one-effect",
  steps: [
    {
      step: "fault",
      fault: "answer-with",
      at: "received",
      on: { nth: 2 },
      options: { status: 429, headers: { "Retry-After": "1" }, body: { error: { code: "rate_limited" } } },
    },
    { step: "perform", businessKey: "order-1" },
    { step: "settle" },
  ],
};

const yaml = writeScenario(saved, {
  found: "2 effects for order-1",
  replay: "npx threeworlds replay x.yaml",
});

function refusal(change: (text: string) => string): string {
  try {
    const read = readScenario(change(yaml), "x.yaml");
    refuseUnplayable(read, sampleContract("keyed"), faults);
  } catch (error) {
    if (error instanceof KitError) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("a saved scenario", () => {
  test("is read back as it was", () => {
    expect(readScenario(yaml, "x.yaml").saved).toEqual(saved);
  });

  test("says in words what was found, how it is played again and what each step does", () => {
    expect(yaml).toContain("# 2 effects for order-1\n# Play it again: npx threeworlds replay x.yaml\n");
    expect(yaml).toContain("# fault answer-with (429, Retry-After: 1) for write number 2 at received\n");
  });

  test("with a step that there is not is refused with its line", () => {
    expect(refusal((text) => text.replace("step: settle", "step: setle"))).toMatch(
      /^x\.yaml:\d+:\d+: error: step 3: expected the name of a step, got "setle"\. Did you mean 'settle'\?/,
    );
  });

  test("with a fault that there is not, at a phase it has not, or with other options is refused", () => {
    expect(refusal((text) => text.replace("fault: answer-with", "fault: answer-wth"))).toContain(
      "unknown fault 'answer-wth'. Did you mean 'answer-with'?",
    );
    expect(refusal((text) => text.replace("at: received", "at: answered"))).toContain(
      "fault 'answer-with', 'at': expected one of received, admitted, committed, got 'answered'",
    );
    expect(refusal((text) => text.replace("status: 429", "status: 42"))).toContain(
      "fault 'answer-with', option 'status': expected",
    );
  });

  test("with an operation that the contract has not is refused", () => {
    expect(refusal((text) => text.replace("operation: createTicket", "operation: createTickets"))).toContain(
      "got 'createTickets'. Did you mean 'createTicket'?",
    );
  });

  test("with a field too many, two connectors or no steps is refused with all that is wrong", () => {
    const message = refusal((text) =>
      text.replace("seed: 7", "seeed: 7\ncommand: node x.js").replace("nth: 2", "nth: 0"),
    );

    expect(message).toContain("seeed");
    expect(message).toContain("expected either 'connector' or 'command', got both");
    expect(message).toContain("step 1, 'on.nth'");
    expect(refusal((text) => `${text.slice(0, text.indexOf("steps:"))}steps: []\n`)).toContain("/steps");
  });

  test("that is no YAML is refused with its place", () => {
    expect(refusal((text) => text.replace("steps:", "steps: ["))).toMatch(/^x\.yaml:\d+:\d+: error/);
  });
});
