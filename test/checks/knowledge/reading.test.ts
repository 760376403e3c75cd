import { describe, expect, test } from "vitest";
import { deriveKnowledge } from "../../../checks/knowledge.js";
import { Story } from "../history-builder.js";
import type { Told } from "../told.js";
import { blamed } from "../judged.js";

/** What the contract makes of an answer to a write. */
function reading(contract: string, told: Told): unknown {
  const story = new Story(contract).perform("order-42");
  story.send(told);
  const knowledge = deriveKnowledge(story.history(), story.contract, story.operation);
  const read = knowledge.intents[0]?.sends[0]?.reading;
  if (read === undefined || !("error" in read)) return read;
  return { ...read, error: read.error?.name ?? null };
}

const key = "k1";

describe("an answer is read", () => {
  test.each<[string, string, Told, unknown]>([
    ["as a receipt", "keyed", { key, commits: "tkt_1" }, { is: "receipt", receipt: "tkt_1" }],
    ["as a receipt in a header", "unprovable", { commits: "n1" }, { is: "receipt", receipt: "n1" }],
    [
      "as an acknowledgement with its ticket",
      "acknowledged",
      { key, commits: "po_1" },
      { is: "acknowledgement", ticket: "job_po_1" },
    ],
    ["as nothing when it never came", "keyed", { key, answer: "lost" }, { is: "nothing" }],
    ["as nothing when it was cut", "keyed", { key, answer: "cut" }, { is: "nothing" }],
    ["as nothing when a success is empty", "keyed", { key, answer: { status: 201 } }, { is: "nothing" }],
    [
      "as one of two errors with one status, by its body",
      "keyed",
      { key, answer: { status: 503, body: { error: { code: "outage" } } } },
      { is: "maybe", status: 503, error: "outage" },
    ],
    [
      "as the other of two errors with one status",
      "keyed",
      { key, answer: { status: 503, body: { error: { code: "maintenance" } } } },
      { is: "refused", status: 503, error: "maintenance" },
    ],
    [
      "as an error that left an effect",
      "keyed",
      { key, answer: { status: 500, body: { error: { code: "notification_failed" } } } },
      { is: "maybe", status: 500, error: "notificationFailed" },
    ],
    [
      "as an unlisted refusal",
      "keyed",
      { key, answer: { status: 418 } },
      { is: "refused", status: 418, error: null },
    ],
    [
      "as an unlisted failure",
      "keyed",
      { key, answer: { status: 502 } },
      { is: "maybe", status: 502, error: null },
    ],
    ["as a redirection, not processed", "keyed", { key, answer: { status: 307 } }, { is: "not-processed" }],
    [
      "as a failure behind status 200",
      "nothing",
      { answer: { status: 200, body: { ok: false, error: "not_in_channel" } } },
      { is: "refused", status: 200, error: "notInChannel" },
    ],
    [
      "as an unlisted failure behind status 200",
      "nothing",
      { answer: { status: 200, body: { ok: false, error: "new_one" } } },
      { is: "refused", status: 200, error: null },
    ],
    [
      "as in flight",
      "keyed",
      { key, as: "in-flight", by: "refusal", name: "inFlight", answer: { status: 409 } },
      { is: "in-flight", status: 409 },
    ],
    [
      "as a mismatch",
      "keyed",
      { key, as: "mismatch", by: "refusal", name: "mismatch", answer: { status: 422 } },
      { is: "mismatch" },
    ],
    [
      "as a refusal that names the original",
      "naming-original",
      {
        key,
        as: "replay",
        by: "replay",
        answer: { status: 409, body: { error: { links: { conflicting_resource_id: "PM7" } } } },
      },
      { is: "original", original: "PM7" },
    ],
    [
      "as a natural key that is taken, also while the first request runs",
      "natural",
      {
        key,
        as: "in-flight",
        by: "refusal",
        name: "inFlight",
        answer: { status: 409, body: { category: "CONFLICT", message: "Contact already exists" } },
      },
      { is: "original", original: null },
    ],
  ])("%s", (_how, contract, told, expected) => {
    expect(reading(contract, told)).toEqual(expected);
  });

  test("by status and headers alone where only the body was cut", () => {
    const told = (reference?: string): Story => {
      const story = new Story("unprovable").perform("order-42");
      story.append({
        kind: "fault-armed",
        fault: "truncate-answer",
        armed: 1,
        options: { part: "body" },
        phase: "answered",
      });
      story.append({
        kind: "fault-fired",
        fault: "truncate-answer",
        armed: 1,
        request: 1,
        connection: 1,
        phase: "answered",
      });
      story.send({ commits: "n1", answer: "cut" });
      return story.claim(reference === undefined ? "unknown" : "succeeded", reference);
    };

    expect(blamed(told("n1"))).toEqual([]);
    expect(blamed(told())).toEqual([]);
  });
});

describe("an answer to a repeat", () => {
  function afterLost(contract: string, told: Told, outcome: "failed" | "unknown"): string[] {
    const story = new Story(contract).perform("order-42");
    story.send({ key, commits: false, answer: "lost" });
    story.after(1500).send({ key, commits: false, ...told });
    return blamed(story.claim(outcome));
  }

  test("says nothing of the first request when it is that of a limiter", () => {
    const told = { answer: { status: 429, body: { error: { code: "rate_limited", type: "rate_limit" } } } };

    expect(afterLost("keyed", told, "failed")).toEqual(["no-guessing"]);
    expect(afterLost("keyed", told, "unknown")).toEqual([]);
    expect(afterLost("keyed-remembering", told, "failed")).toEqual(["no-guessing"]);
  });

  test("settles both when it is final and remembered under the key", () => {
    const told = { answer: { status: 402, body: { error: { type: "card_error" } } } };

    expect(afterLost("keyed-remembering", told, "failed")).toEqual([]);
    expect(afterLost("keyed-remembering", told, "unknown")).toEqual([]);
  });

  test("does not settle the first when it is final and not remembered", () => {
    const told = { answer: { status: 402, body: { error: { code: "declined" } } } };

    expect(afterLost("keyed", told, "failed")).toEqual(["no-guessing"]);
  });
});
