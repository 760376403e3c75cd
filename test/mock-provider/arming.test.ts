import { describe, expect, it } from "vitest";
import { armingProblems, readArming } from "../../mock-provider/arming.js";
import type { Fault } from "../../mock-provider/fault.js";
import incompleteLookup from "../../mock-provider/faults/incomplete-lookup.js";
import resetConnection from "../../mock-provider/faults/reset-connection.js";
import slowAnswer from "../../mock-provider/faults/slow-answer.js";

const faults = new Map<string, Fault>(
  [incompleteLookup, resetConnection, slowAnswer].map((fault) => [fault.id, fault]),
);
const armable = { faults, operations: ["createTicket"] };

describe("an arming", () => {
  it("gets its defaults, the role that its fault is for among them", () => {
    expect(readArming({ fault: "incomplete-lookup", at: "admitted" }, armable)).toEqual({
      fault: "incomplete-lookup",
      at: "admitted",
      on: { role: "lookup" },
      options: {},
      times: 1,
    });
    expect(readArming({ fault: "reset-connection", at: "received" }, armable)).toEqual({
      fault: "reset-connection",
      at: "received",
      options: {},
      times: 1,
    });
  });

  it.each([Number.POSITIVE_INFINITY, "untilDisarmed"])("lasts until disarmed with times %s", (times) => {
    const arming = { fault: "reset-connection", at: "received" as const, times: times as number };

    expect(readArming(arming, armable).times).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    [
      { fault: "rest-connection", at: "received" },
      "/fault",
      "unknown fault 'rest-connection'. Did you mean 'reset-connection'?",
    ],
    [
      { fault: "slow-answer", at: "received", options: { afterMs: 5 } },
      "/at",
      "fault 'slow-answer', 'at': expected one of answered, got 'received'.",
    ],
    [
      { fault: "reset-connection", at: "sent" },
      "/at",
      "arming, 'at': expected one of connect, received, admitted, committed, answered, got 'sent'.",
    ],
    [
      { fault: "reset-connection", at: "received", on: { operation: "createTickets" } },
      "/on/operation",
      "unknown operation 'createTickets'. Did you mean 'createTicket'?",
    ],
    [
      { fault: "incomplete-lookup", at: "admitted", on: { role: "write" } },
      "/on/role",
      "fault 'incomplete-lookup', 'on.role': expected lookup, got 'write'.",
    ],
    [
      { fault: "reset-connection", at: "committed", on: { role: "lookup" } },
      "/on/role",
      "fault 'reset-connection', 'on.role': expected write or token, got 'lookup'.",
    ],
    [
      { fault: "reset-connection", at: "received", times: 0 },
      "/times",
      "arming, 'times': expected a whole number of at least 1, or untilDisarmed, got 0.",
    ],
    [
      { fault: "reset-connection", at: "received", on: { nth: "all" } },
      "/on/nth",
      "arming, 'on.nth': expected a whole number of at least 1, or every, got 'all'.",
    ],
    [
      { fault: "reset-connection", at: "received", option: {} },
      "/option",
      "arming, 'option': expected one of fault, at, on, options, times, got 'option'. Did you mean 'options'?",
    ],
    [
      { fault: "slow-answer", at: "answered" },
      "/options/afterMs",
      "fault 'slow-answer', option 'afterMs': expected a whole number from 1 to 600000, got nothing.",
    ],
    ["slow-answer", "", "arming: expected an object, got 'slow-answer'."],
  ])("is refused with the place and what was expected: %j", (value, pointer, message) => {
    expect(armingProblems(value, armable).map((problem) => [problem.pointer, problem.message])).toEqual([
      [pointer, message],
    ]);
  });

  it("is refused with everything that is wrong at once", () => {
    expect(() =>
      readArming({ fault: "slow-answer", at: "connect", on: { operation: "x" }, times: -1 }, armable),
    ).toThrow(
      expect.objectContaining({
        code: "bad-fault",
        message: expect.stringMatching(/^(?:.*\n){3}.*afterMs.*$/) as string,
      }),
    );
  });
});
