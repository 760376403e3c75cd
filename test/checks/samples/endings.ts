import { Story } from "../history-builder.js";
import type { Sample } from "./sample.js";

const lost = { answer: "lost" } as const;

/** How it ends. */
export function endingSamples(): Sample[] {
  return [
    {
      rule: "resolved",
      flaw: "never takes an unknown up again",
      bad: keyed((story) => story.claim("unknown", undefined, { of: "order-42" })),
      message:
        "order-42 is still `unknown`, 6 ms after the first send, although the same key may be sent again: expected a final word",
      line: "idempotency: &idempotency",
      good: keyed((story) => {
        story.send({ key: "a", as: "replay" });
        story.claim("succeeded", "tkt_1", { of: "order-42" });
      }),
    },
    {
      rule: "resolved",
      flaw: "does not adopt what a lookup shows",
      bad: searched((story) => story.claim("unknown", undefined, { of: "order-42" })),
      message:
        "order-42 is still `unknown`, 906 ms after the first send, although a lookup shows it: expected a final word",
      line: "lookup:",
      good: searched((story) => {
        story.look([story.effect("1")]).claim("succeeded", "1", { of: "order-42" });
      }),
    },
    {
      rule: "resolved",
      flaw: "says nothing definite of a success that it read",
      bad: answered("unknown"),
      message: "order-42 is still `unknown`, although its receipt was there: expected a final word",
      line: "idempotency: &idempotency",
      good: answered("succeeded"),
    },
    {
      rule: "resolved",
      flaw: "gives up after one attempt, and tells a person",
      bad: keyed((story) => story.claim("unknown", undefined, { of: "order-42", needsHuman: true })),
      message:
        "order-42 is still `unknown`, 6 ms after the first send, although the same key may be sent again: expected a final word",
      line: "idempotency: &idempotency",
      good: keyed((story) => {
        for (const waitMs of [40, 80, 160]) story.after(waitMs).send({ key: "a", as: "replay", ...lost });
        story.claim("unknown", undefined, { of: "order-42", needsHuman: true });
      }),
    },
    {
      rule: "held",
      flaw: "sends again what nothing can find out",
      bad: hopeless((story) => {
        story.send({ commits: "2.0" });
        story.claim("succeeded", "2.0", { of: "order-42" });
      }),
      message:
        "order-42 was sent again although nothing can show whether the first attempt took effect: expected it to be held",
      also: ["one-effect"],
      line: "humanReconciliation:",
      good: hopeless((story) => story.claim("unknown", undefined, { of: "order-42", needsHuman: true })),
    },
    {
      rule: "held",
      flaw: "holds without telling anybody",
      bad: hopeless((story) => story.claim("unknown", undefined, { of: "order-42" })),
      message: "order-42 is held, but nobody is told: expected needsHuman, got none",
      line: "humanReconciliation:",
      good: hopeless((story) => story.claim("unknown", undefined, { of: "order-42", needsHuman: true })),
    },
    {
      rule: "durable",
      flaw: "forgets over a restart what it claimed",
      bad: inspected((story) => story.claim("absent")),
      message:
        "the record of order-42 denies what was claimed before the restart: expected succeeded (tkt_1), got absent",
      line: "createTicket:",
      good: inspected((story) => story.claim("succeeded", "tkt_1")),
    },
    {
      rule: "tries-again",
      flaw: "gives up on the first refusal that may be tried again",
      bad: limited((story) => story.claim("failed")),
      message:
        "order-42 was given up on the first `rateLimited`, 1 ms after it: expected another attempt, got `failed`",
      line: "name: rateLimited",
      good: limited((story) => {
        story.claim("unknown").after(1000).reconcile().send({ key: "a", commits: "tkt_1" });
        story.claim("succeeded", "tkt_1", { of: "order-42" });
      }),
    },
    {
      rule: "tries-again",
      flaw: "gives up although it could come back within its time",
      bad: limited((story) => story.claim("failed")),
      message:
        "order-42 was given up on the first `rateLimited`, 1 ms after it: expected another attempt, got `failed`",
      line: "name: rateLimited",
      // Nobody has to wait for ten minutes.
      good: limited((story) => story.claim("failed"), "600"),
    },
    {
      rule: "bounded-wait",
      flaw: "waits for ever",
      bad: stalled((story) => story.after(10_000).unanswered("patience")),
      message:
        "perform of order-42 was not answered within 10 s: expected an answer, since the connector obeys `timing` (time-out 400 ms, budget 3 s)",
      line: "createTicket:",
      good: stalled((story) => story.after(400).claim("unknown")),
    },
  ];
}

function keyed(then: (story: Story) => unknown): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1", ...lost });
  story.claim("unknown").step({ step: "settle" }).reconcile();
  then(story);
  return story;
}

function searched(then: (story: Story) => unknown): Story {
  const story = new Story("lookup-only").perform("order-42");
  story.send({ commits: "1", ...lost });
  story.claim("unknown").step({ step: "settle" }).after(900).reconcile();
  then(story);
  return story;
}

function answered(outcome: "unknown" | "succeeded"): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1" });
  return story.claim(outcome, outcome === "succeeded" ? "tkt_1" : undefined);
}

function hopeless(then: (story: Story) => unknown): Story {
  const story = new Story("nothing").perform("order-42");
  story.send({ commits: "1.0", ...lost });
  story.claim("unknown", undefined, { needsHuman: false }).step({ step: "settle" }).reconcile();
  then(story);
  return story;
}

function limited(then: (story: Story) => unknown, wait = "1"): Story {
  const story = new Story("keyed").perform("order-42");
  const body = { error: { code: "rate_limited", message: "Slow down" } };
  story.send({ key: "a", commits: false, answer: { status: 429, body, headers: { "Retry-After": wait } } });
  then(story);
  return story;
}

function inspected(then: (story: Story) => unknown): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1" });
  story.claim("succeeded", "tkt_1").crash().inspect("order-42");
  then(story);
  return story;
}

function stalled(then: (story: Story) => unknown): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: false, open: true });
  then(story);
  return story;
}
