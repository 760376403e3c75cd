import { Story } from "../history-builder.js";
import type { Sample } from "./sample.js";

const lost = { answer: "lost" } as const;

/** What is said of an operation. */
export function claimSamples(): Sample[] {
  return [
    {
      rule: "one-effect",
      flaw: "sends again under a new key",
      bad: twice(),
      message: "2 effects for order-42: expected 1, got 2 (tkt_1, tkt_2)",
      also: ["stable-key"],
      line: "idempotency: &idempotency",
      good: replayed(),
    },
    {
      rule: "no-unasked-effect",
      flaw: "changes what was asked for",
      bad: altered({ subject: "Printer is fine", external_id: "order-42" }),
      message:
        'tkt_1 has other content than order-42 asked for: expected {"subject":"Printer on fire","external_id":"order-42"}, got {"subject":"Printer is fine","external_id":"order-42"}',
      line: "request:",
      good: altered({ subject: "Printer on fire", external_id: "ticket:order-42", priority: "high" }),
    },
    {
      rule: "honest-success",
      flaw: "reports a success that never happened",
      bad: guessed("succeeded", { commits: false, ...lost }, "tkt_9"),
      message: "succeeded (tkt_9) was claimed for order-42, but no effect exists",
      also: ["no-guessing"],
      line: "answer:",
      good: guessed("unknown", { commits: false, ...lost }),
    },
    {
      rule: "honest-success",
      flaw: "reports a success under a wrong name",
      bad: answered("tkt_7"),
      message:
        "succeeded (tkt_7) was claimed for order-42, but its reference is no name of the effect: expected tkt_1, got tkt_7",
      line: "answer:",
      good: answered("tkt_1"),
    },
    {
      rule: "honest-success",
      flaw: "reports a success without its receipt",
      bad: answered(undefined),
      message:
        "succeeded was claimed for order-42, but it comes without a reference: expected tkt_1, got none",
      line: "answer:",
      good: answered("tkt_1"),
    },
    {
      rule: "honest-success",
      flaw: "answers another payload with the first receipt",
      bad: varied((story) => story.claim("succeeded", "tkt_1")),
      message:
        "succeeded (tkt_1) was claimed for order-42, but it was asked for with another payload than at first, and no effect has that content: expected `conflict`",
      line: "answer:",
      good: varied((story) => story.claim("conflict").inspect("order-42").claim("succeeded", "tkt_1")),
    },
    {
      rule: "honest-success",
      flaw: "reports a success that nobody had asked for",
      bad: answered("tkt_1").reconcile().claim("succeeded", "tkt_9", { of: "order-7" }),
      message: "succeeded (tkt_9) was claimed for order-7, which nobody had asked for",
      line: "request:",
      good: answered("tkt_1").reconcile().claim("succeeded", "tkt_1", { of: "order-42" }),
    },
    {
      rule: "honest-failure",
      flaw: "calls another payload a failure",
      bad: varied((story) => story.claim("failed")),
      message: "failed was claimed for order-42, but the effect exists: tkt_1",
      also: ["no-guessing"],
      line: "answer:",
      good: variedAfterRefusal("failed"),
    },
    {
      rule: "no-guessing",
      flaw: "answers the very payload it was first asked for with a conflict",
      bad: answered(undefined, "conflict"),
      message:
        "conflict was claimed for order-42, but its payload was the one that it was first asked for with (its receipt was there)",
      line: "answer:",
      good: variedAfterRefusal("conflict"),
    },
    {
      rule: "honest-failure",
      flaw: "reports a lost answer as a failure",
      bad: guessed("failed", { commits: "tkt_1", ...lost }),
      message: "failed was claimed for order-42, but the effect exists: tkt_1",
      also: ["no-guessing"],
      line: "answer:",
      good: declined(),
    },
    {
      rule: "no-guessing",
      flaw: "reports a request that never arrived as a failure",
      bad: guessed("failed", { commits: false, ...lost }),
      message: "failed was claimed for order-42, but nothing it had read said so (no readable answer came)",
      line: "retention:",
      good: guessed("unknown", { commits: false, ...lost }),
    },
    {
      rule: "no-guessing",
      flaw: "reports a success nobody told it of",
      bad: guessed("succeeded", { commits: "tkt_1", ...lost }, "tkt_1"),
      message:
        "succeeded (tkt_1) was claimed for order-42, but nothing it had read said so (no readable answer came)",
      line: "retention:",
      good: replayed(),
    },
    {
      rule: "acknowledged-is-not-done",
      flaw: "takes an acknowledgement for a receipt",
      bad: acknowledged((story) => story.claim("succeeded", "job_po_1")),
      message: "succeeded (job_po_1) was claimed for order-42, but all it had read was an acknowledgement",
      line: "is: acknowledgement",
      good: acknowledged((story) => {
        story.claim("pending").reconcile();
        const effect = story.effect("po_1");
        story.append({ kind: "effect-committed", request: 1, effect });
        story.append({ kind: "outcome-settled", ticket: "job_po_1", effect: "po_1", outcome: "succeeded" });
        story.poll("job_po_1", { status: "done", result: { id: "po_1" } }).claim("succeeded", "po_1", {
          of: "order-42",
        });
      }),
    },
    {
      rule: "adopts-only-its-own",
      flaw: "adopts an effect with other content",
      bad: adopted("other-content"),
      message:
        "succeeded (7) was claimed for order-42, but 7 is not its effect: its content, target or reference differs",
      line: "lookup:",
      good: adopted("its-own"),
    },
    {
      rule: "adopts-only-its-own",
      flaw: "adopts one of several that match",
      bad: adopted("twin"),
      message:
        "succeeded (1) was claimed for order-42, but the lookup showed several that match (1, 7), and one of them was adopted: expected it to be held",
      line: "lookup:",
      good: adopted("its-own"),
    },
  ];
}

function twice(): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1", ...lost });
  story.after(30).send({ key: "b", commits: "tkt_2" });
  return story.claim("succeeded", "tkt_2");
}

function replayed(): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1", ...lost });
  story.after(30).send({ key: "a", as: "replay" });
  return story.claim("succeeded", "tkt_1");
}

function altered(body: { subject: string; external_id: string; priority?: string }): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", body, commits: "tkt_1" });
  return story.claim("succeeded", "tkt_1");
}

function guessed(
  outcome: "succeeded" | "failed" | "unknown",
  told: { commits: string | false; answer: "lost" },
  reference?: string,
): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", ...told });
  return story.claim(outcome, reference);
}

const other = { subject: "Printer is fine", external_id: "order-42" };

/** It comes again with another payload after it has succeeded. */
function varied(then: (story: Story) => unknown): Story {
  const story = answered("tkt_1").perform("order-42", { payload: other });
  then(story);
  return story;
}

function variedAfterRefusal(outcome: "failed" | "conflict"): Story {
  return declined().perform("order-42", { payload: other }).claim(outcome);
}

function answered(reference: string | undefined, outcome: "succeeded" | "conflict" = "succeeded"): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1" });
  return story.claim(outcome, reference);
}

function declined(): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: false, answer: { status: 402, body: { error: { code: "declined" } } } });
  return story.claim("failed");
}

function acknowledged(then: (story: Story) => void): Story {
  const story = new Story("acknowledged").perform("order-42");
  story.send({
    key: "order-42-key",
    commits: false,
    answer: { status: 202, body: { job: { id: "job_po_1" } } },
    by: "contract",
  });
  then(story);
  return story;
}

function adopted(what: "its-own" | "other-content" | "twin"): Story {
  const story = new Story("lookup-only").perform("order-42");
  story.send({ commits: what === "other-content" ? false : "1", ...lost });
  story.claim("unknown").after(800).reconcile();
  const other = story.effect("7", {
    title: what === "twin" ? "Paper jam" : "Paper jam (changed)",
    marker: "order-42",
  });
  const own = story.effect("1");
  if (what !== "its-own") story.plant(other);
  story.look(what === "its-own" ? [own] : what === "twin" ? [own, other] : [other]);
  return story.claim("succeeded", what === "other-content" ? "7" : "1", { of: "order-42" });
}
