import { describe, expect, it } from "vitest";
import type { Fault } from "../../mock-provider/fault.js";
import { readFaultsFile } from "../../mock-provider/faults-file.js";
import { loadCatalogue } from "../../src/catalogue.js";

const armable = { faults: await loadCatalogue<Fault>("faults"), operations: ["createTicket"] };
const read = (text: string): unknown => readFaultsFile(text, "faults.yaml", armable);

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "no error";
}

describe("a faults file", () => {
  it("is a YAML list of armings", () => {
    const text = `
- { fault: reset-connection, at: committed }
- fault: answer-with
  at: received
  on: { operation: createTicket, nth: 2 }
  options: { status: 503, body: { error: outage } }
  times: untilDisarmed
`;

    expect(read(text)).toEqual([
      { fault: "reset-connection", at: "committed", options: {}, times: 1 },
      {
        fault: "answer-with",
        at: "received",
        on: { operation: "createTicket", nth: 2 },
        options: { status: 503, headers: {}, body: { error: "outage" }, by: "provider" },
        times: Number.POSITIVE_INFINITY,
      },
    ]);
  });

  it("may be JSON", () => {
    expect(read(`[{"fault":"stall","at":"received","times":2}]`)).toEqual([
      { fault: "stall", at: "received", options: {}, times: 2 },
    ]);
  });

  it("is refused with every mistake at once, in file order, each with its place", () => {
    const text = `- fault: stal
  at: received
- fault: slow-answer
  at: answered
  options: { afterMs: soon }
- fault: reset-connection
  at: committed
  when: now
`;

    expect(refusal(text))
      .toBe(`faults.yaml:1:10: error: unknown fault 'stal'. Did you mean 'stall'? [unknown-fault]
    1 | - fault: stal
      |          ^
faults.yaml:5:23: error: fault 'slow-answer', option 'afterMs': expected a whole number from 1 to 600000, got 'soon'. [bad-fault]
    5 |   options: { afterMs: soon }
      |                       ^
faults.yaml:8:9: error: arming, 'when': expected one of fault, at, on, options, times, got 'when'. [bad-fault]
    8 |   when: now
      |         ^`);
  });

  it.each([
    ["fault: stall", "faults.yaml:1:1: error: expected a list of faults, got another value. [bad-fault]"],
    ["- fault: [", "faults.yaml:1:11: error: not valid YAML"],
    [
      "",
      "faults.yaml:1:1: error: the file is empty, or holds only comments. Write one list of faults, such as `- { fault: reset-connection, at: committed }`. [empty]",
    ],
    ["- stall\n", "faults.yaml:1:3: error: arming: expected an object, got 'stall'. [bad-fault]"],
  ])("is refused when it is no such list: %j", (text, message) => {
    expect(refusal(text)).toContain(message);
  });
});
