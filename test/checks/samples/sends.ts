import { Story } from "../history-builder.js";
import type { Told } from "../told.js";
import type { Sample } from "./sample.js";

const lost = { answer: "lost" } as const;
const minute = 60_000;
const hour = 60 * minute;

/** What is sent, and when. */
export function sendSamples(): Sample[] {
  return [
    {
      rule: "stable-key",
      flaw: "makes a new key after a restart",
      bad: restarted("order-42-b"),
      message:
        "order-42 was sent again under another key before the first was settled: expected order-42-a, got order-42-b",
      line: "key: {",
      good: restarted("order-42-a"),
    },
    {
      rule: "fresh-key",
      flaw: "sends a key that may be forgotten",
      bad: aDayLater((story) => story.send({ key: "a", as: "expired", commits: false, ...lost })),
      message:
        "order-42 was sent again under a after 25 h: expected no send later than 24 h after the first, when the key may be forgotten",
      line: "retention:",
      good: aDayLater((story) => {
        story.look([]).send({ key: "b", commits: "tkt_2" });
        story.claim("succeeded", "tkt_2", { of: "order-42" });
      }),
    },
    {
      rule: "allowed-send",
      flaw: "sends a final refusal again",
      bad: declined((story) => {
        const { status, body } = declinedAnswer;
        story.after(30).send({ key: "a", commits: false, answer: { status, body } });
      }),
      message: "order-42 was sent again although the answer was 402 declined: expected no further send",
      line: "- name: declined",
      good: declined(() => undefined),
    },
    {
      rule: "looks-before-it-sends",
      flaw: "sends again without looking",
      bad: unkeyed((story) => story.after(30).send({ commits: false, ...lost })),
      message:
        "order-42 was sent again although no readable answer came: expected a conclusive lookup first, got none",
      line: "lookup:",
      good: unkeyed((story) => {
        story.after(800).look([]).after(10).send({ commits: "1" });
        story.claim("succeeded", "1");
      }),
    },
    {
      rule: "looks-before-it-sends",
      flaw: "takes an early lookup for a proof",
      bad: unkeyed((story) =>
        story
          .after(30)
          .look([])
          .send({ commits: false, ...lost }),
      ),
      message:
        "order-42 was sent again although no readable answer came: expected a conclusive lookup first, got one that proves nothing (too early, incomplete, or not the only match)",
      line: "lookup:",
      good: unkeyed((story) => story.after(30).look([]).claim("unknown")),
    },
    {
      rule: "looks-before-it-sends",
      flaw: "takes an incomplete lookup for a proof",
      bad: unkeyed((story) =>
        story
          .after(800)
          .look([], { body: { incomplete_results: true } })
          .send({ commits: false, ...lost }),
      ),
      message:
        "order-42 was sent again although no readable answer came: expected a conclusive lookup first, got one that proves nothing (too early, incomplete, or not the only match)",
      line: "lookup:",
      good: unkeyed((story) => {
        story.after(800).look([], { body: { incomplete_results: false } });
        story.send({ commits: "1" });
        story.claim("succeeded", "1");
      }),
    },
    {
      rule: "reads-to-the-end",
      flaw: "concludes absence from the first page",
      bad: unkeyed((story) =>
        story
          .after(800)
          .look([], { lastPage: false })
          .send({ commits: false, ...lost }),
      ),
      message:
        "order-42 was sent again after a lookup of which not all pages were read: expected it to be read to the end",
      line: "lookup:",
      good: unkeyed((story) => {
        story.after(800).look([], { lastPage: false }).look([], { page: "2" }).send({ commits: "1" });
        story.claim("succeeded", "1");
      }),
    },
    {
      rule: "reads-to-the-end",
      flaw: "reports a failure after the first page",
      bad: unkeyed((story) => story.after(800).look([], { lastPage: false }).claim("failed")),
      message: "failed was claimed for order-42, but it was not found on the first page, and there were more",
      line: "lookup:",
      good: unkeyed((story) =>
        story.after(800).look([], { lastPage: false }).look([], { page: "2" }).claim("failed"),
      ),
    },
    {
      rule: "claims-first",
      flaw: "lets both of two concurrent performs send",
      bad: twins(true),
      message: "two concurrent performs of order-42 were both sent: expected 1 dispatch, got 2",
      line: "request:",
      good: twins(false),
    },
    {
      rule: "conflict-stops",
      flaw: "sends another payload under the same business key",
      bad: conflicting(true),
      message: "another payload for order-42 reached the provider: expected `conflict` and no send",
      line: "request:",
      good: conflicting(false),
    },
    {
      rule: "hidden-resend",
      flaw: "has a client that repeats a write on a new connection",
      bad: reused({ key: null }),
      message:
        "order-42 was sent twice by itself: connection 8 died without a byte of answer (its request 2), and the same bytes came at once on connection 9",
      also: ["one-effect"],
      line: "request:",
      good: reusedWithKey(),
    },
    {
      rule: "paced",
      flaw: "does not keep the declared wait",
      bad: limited(300, "2"),
      message: "order-42 was sent again after 302 ms: expected not before 2 s had passed (Retry-After: 2)",
      line: "- name: rateLimited",
      good: limited(2000, "2"),
    },
    {
      rule: "paced",
      flaw: "does not keep a wait declared as a date",
      bad: limited(300, "Mon, 30 Nov 2026 12:00:03 GMT"),
      message:
        "order-42 was sent again after 302 ms: expected not before 3 s had passed (Retry-After: Mon, 30 Nov 2026 12:00:03 GMT)",
      line: "- name: rateLimited",
      good: limited(2500, "Mon, 30 Nov 2026 12:00:03 GMT"),
    },
    {
      rule: "paced",
      flaw: "takes a senseless wait for a permission",
      bad: limited(4, "-1"),
      message:
        "order-42 was sent again at once after a wait that makes no sense (Retry-After: -1): expected a pause of its own, got less than 10 ms",
      line: "errors: &errors",
      good: limited(40, "-1"),
    },
    {
      rule: "paced",
      flaw: "hammers a provider in trouble",
      bad: troubled(0),
      message:
        "order-42 was sent 4 times in a row without growing pauses: expected more than 10 ms between an answer and the next send, got less each time",
      line: "errors: &errors",
      good: troubled(60),
    },
    {
      rule: "paced",
      flaw: "repeats the same delay without end",
      bad: troubled(100, 12),
      message:
        "order-42 was sent 12 times in one message without growing pauses: expected the last to be at least twice as long as the first (101 ms), got 101 ms",
      line: "errors: &errors",
      good: troubled(20, 12, 1.4),
    },
    {
      rule: "paced",
      flaw: "goes on sending past its budget",
      bad: troubled(700),
      message: "order-42 was sent 4.2 s after it was asked for: expected no send past the budget of 3 s",
      line: "errors: &errors",
      good: troubled(400),
    },
  ];
}

function restarted(second: string): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "order-42-a", commits: "tkt_1", ...lost });
  story.crash().reconcile().send({ key: second, commits: false, as: "replay" });
  return story.claim("succeeded", "tkt_1", { of: "order-42" });
}

function aDayLater(then: (story: Story) => unknown): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: false, ...lost });
  story
    .claim("unknown")
    .advance(25 * hour)
    .reconcile();
  then(story);
  return story;
}

const declinedAnswer = { status: 402, body: { error: { code: "declined" } } };

function declined(then: (story: Story) => unknown): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: false, answer: declinedAnswer });
  then(story);
  return story.claim("failed");
}

function unkeyed(then: (story: Story) => unknown): Story {
  const story = new Story("lookup-only").perform("order-42");
  story.send({ commits: false, ...lost });
  then(story);
  return story;
}

function twins(both: boolean): Story {
  const story = new Story("keyed").perform("order-42", { process: 1 }).perform("order-42", { process: 2 });
  const first = story.send({ key: "a", commits: "tkt_1", open: true });
  if (both) story.send({ key: "a", as: "in-flight", answer: { status: 409 }, by: "contract" });
  story.finish(first);
  story.claim("succeeded", "tkt_1", { process: 1 });
  return both ? story : story.claim("pending", undefined, { process: 2 });
}

function conflicting(sends: boolean): Story {
  const payload = { subject: "Another fire", external_id: "order-42" };
  const story = new Story("keyed").perform("order-42");
  story.send({ key: "a", commits: "tkt_1" });
  story.claim("succeeded", "tkt_1").perform("order-42", { payload });
  if (sends) {
    story.send({ key: "a", body: payload, as: "mismatch", answer: { status: 422 }, by: "contract" });
  }
  return story.claim("conflict").inspect("order-42").claim("succeeded", "tkt_1");
}

function reused(told: Told): Story {
  const story = new Story("lookup-only").perform("order-41");
  story.send({ body: story.payload("order-41"), connection: 8, commits: "1" });
  story.claim("succeeded", "1").perform("order-42");
  story.send({ ...told, connection: 8, onConnection: 2, commits: "2", ...lost });
  story.append({ kind: "connection-closed", connection: 8, by: "provider", how: "fin" });
  story.send({ ...told, connection: 9, commits: "3" });
  return story.claim("succeeded", "3");
}

function reusedWithKey(): Story {
  const story = new Story("keyed").perform("order-41");
  story.send({ key: "k41", body: story.payload("order-41"), connection: 8, commits: "tkt_1" });
  story.claim("succeeded", "tkt_1").perform("order-42");
  story.send({ key: "k42", connection: 8, onConnection: 2, commits: "tkt_2", ...lost });
  story.append({ kind: "connection-closed", connection: 8, by: "provider", how: "fin" });
  story.send({ key: "k42", connection: 9, as: "replay" });
  return story.claim("succeeded", "tkt_2");
}

function limited(pauseMs: number, retryAfter: string): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({
    key: "a",
    commits: false,
    answer: {
      status: 429,
      body: { error: { code: "rate_limited" } },
      headers: { "Retry-After": retryAfter },
    },
  });
  story.after(pauseMs + 1).send({ key: "a", commits: "tkt_1" });
  return story.claim("succeeded", "tkt_1");
}

function troubled(pauseMs: number, attempts = 7, growth = 1): Story {
  const story = new Story("keyed").perform("order-42");
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    story
      .after(attempt === 0 ? 0 : pauseMs * growth ** (attempt - 1))
      .send({ key: "a", commits: false, answer: { status: 503, body: { error: { code: "outage" } } } });
  }
  return story.claim("unknown");
}
