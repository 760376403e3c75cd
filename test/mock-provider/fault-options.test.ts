import { describe, expect, it } from "vitest";
import answerWith from "../../mock-provider/faults/answer-with.js";
import lateCommit from "../../mock-provider/faults/late-commit.js";
import truncateAnswer from "../../mock-provider/faults/truncate-answer.js";
import { faultOptionProblems, readFaultOptions } from "../../mock-provider/fault-options.js";

describe("options of a fault", () => {
  it("are filled in with the defaults of the schema", () => {
    expect(readFaultOptions(truncateAnswer, {})).toEqual({
      framing: "content-length",
      part: "body",
      end: "fin",
    });
    expect(readFaultOptions(answerWith, { status: 500 })).toEqual({
      status: 500,
      headers: {},
      by: "provider",
    });
  });

  it("are refused all at once, each by name with what was expected and what came", () => {
    expect(() =>
      readFaultOptions(answerWith, { status: 99, by: "provder", boddy: {}, headers: { a: 1 } }),
    ).toThrow(
      expect.objectContaining({
        code: "bad-fault",
        message: [
          "fault 'answer-with', option 'boddy': expected one of status, headers, body, by, name, got 'boddy'. Did you mean 'body'?",
          "fault 'answer-with', option 'status': expected a whole number from 200 to 599, got 99.",
          "fault 'answer-with', option 'headers.a': expected the value of an HTTP header, in one line of Latin-1, got 1.",
          "fault 'answer-with', option 'by': expected one of provider, gateway, got 'provder'. Did you mean 'provider'?",
        ].join("\n"),
      }),
    );
  });

  it.each([
    [{ "X Y": "1" }, "option 'headers.X Y': expected HTTP headers, names and values, got 'X Y'."],
    [{ "": "1" }, "option 'headers.': expected HTTP headers, names and values, got ''."],
    [
      { X: "a\r\nB: c" },
      "option 'headers.X': expected the value of an HTTP header, in one line of Latin-1, got",
    ],
    [{ X: "\u20ac" }, "option 'headers.X': expected the value of an HTTP header"],
  ])("are refused where no header could be sent: %j", (headers, words) => {
    expect(faultOptionProblems(answerWith, { status: 500, headers }).map(({ message }) => message)).toEqual([
      expect.stringContaining(words),
    ]);
    expect(faultOptionProblems(answerWith, { status: 500, headers: { "X-Y": "caf\u00e9 1" } })).toEqual([]);
  });

  it("are refused when one is missing", () => {
    expect(faultOptionProblems(answerWith, {})).toEqual([
      {
        pointer: "/status",
        message:
          "fault 'answer-with', option 'status': expected a whole number from 200 to 599, got nothing.",
      },
    ]);
  });

  it.each([
    [
      "soon",
      "option 'until': expected 'client-gone', { clockMs: … } or { journal: { kind, role?, sameOperation?, nth? } }, got 'soon'.",
    ],
    [{ clockMs: "1h" }, "option 'until.clockMs': expected a whole number of at least 0, got '1h'."],
    [{ journal: {} }, "option 'until.journal.kind': expected a text that is not empty, got nothing."],
  ])("are refused at the branch of a choice that was meant: %j", (until, message) => {
    expect(faultOptionProblems(lateCommit, { until }).map((problem) => problem.message)).toEqual([
      `fault 'late-commit', ${message}`,
    ]);
  });
});
