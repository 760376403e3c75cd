import { describe, expect, test } from "vitest";
import { judge } from "../../../checks/judge.js";
import type { Rule } from "../../../checks/rule.js";
import { loadCatalogue } from "../../../src/catalogue.js";
import { Story } from "../history-builder.js";
import { startTokens, tellRefresh, type ToldRefresh } from "../tokens-told.js";

const rules = [...(await loadCatalogue<Rule>("rules")).values()];

function offences(story: Story): string[] {
  const { violations } = judge(story.history(), story.contract, rules);
  return [...new Set(violations.map(({ rule }) => rule))];
}

const expired = {
  "oauth-rotating": { error: { code: "token_expired", message: "The access token has expired" } },
  "oauth-grace": { title: "Unauthorized", detail: "TokenExpired: token expired" },
} as const;

/** A write that is answered by the 401 for an expired token, or by a gateway's. */
function refused(contract: keyof typeof expired, by: "provider" | "gateway", commits: string | false): Story {
  const story = new Story(contract);
  startTokens(story);
  story.perform("order-42");
  const isProvider = by === "provider";
  story.send({
    key: contract === "oauth-rotating" ? "order-42" : null,
    commits,
    answer: { status: 401, body: isProvider ? expired[contract] : "<html>Authorization Required</html>" },
    by: isProvider ? "refusal" : "fault",
    ...(isProvider ? { name: "expired" } : {}),
  });
  return story;
}

describe("a 401 for an expired token", () => {
  test("proves that nothing was done where the provider looks at the token before the commit", () => {
    const story = refused("oauth-rotating", "provider", false);
    tellRefresh(story, 101, { shows: 2, gives: [5, 6] });
    story.after(50).send({ key: "order-42", commits: "tkt_1" });

    expect(offences(story.claim("succeeded", "tkt_1"))).toEqual([]);
  });

  test("is no proof where nobody says when the token is looked at", () => {
    const story = refused("oauth-grace", "provider", "1");
    tellRefresh(story, 101, { shows: 2, gives: [5, 6] });
    story.after(50).send({ key: null, commits: "2" });

    expect(offences(story.claim("succeeded", "2"))).toEqual(["one-effect", "looks-before-it-sends"]);
  });

  test("is no proof when it is not the provider's own", () => {
    expect(offences(refused("oauth-rotating", "gateway", "tkt_1").claim("failed"))).toEqual([
      "honest-failure",
      "no-guessing",
    ]);
  });

  test("settles nothing of what was sent before", () => {
    const story = new Story("oauth-rotating");
    startTokens(story);
    story.perform("order-42").send({ key: "order-42", commits: "tkt_1", answer: "lost" });
    story.after(50).send({
      key: "order-42",
      commits: false,
      as: "first",
      answer: { status: 401, body: expired["oauth-rotating"] },
      by: "refusal",
      name: "expired",
    });

    expect(offences(story.claim("failed"))).toEqual(["honest-failure", "no-guessing"]);
  });
});

describe("a connector that can get no token any more", () => {
  function ending(told: ToldRefresh, needsHuman: boolean): Story {
    const story = refused("oauth-rotating", "provider", false);
    tellRefresh(story, 101, told);
    story.claim("unknown").step({ step: "settle" }).reconcile();
    return story.claim("unknown", undefined, { of: "order-42", ...(needsHuman ? { needsHuman } : {}) });
  }

  test.each<[string, ToldRefresh]>([
    ["its refresh was rejected", { shows: 2, answer: "rejected" }],
    ["the answer to its refresh was lost", { shows: 2, gives: [5, 6], answer: "lost" }],
  ])("has to tell a person, and no more: %s", (_, told) => {
    expect(offences(ending(told, true))).toEqual([]);
    expect(offences(ending(told, false))).toEqual(["held"]);
  });

  test("may give up what it has not sent", () => {
    const story = refused("oauth-rotating", "provider", false);
    tellRefresh(story, 101, { shows: 2, answer: "rejected" });
    const early = refused("oauth-rotating", "provider", false);

    expect(offences(story.claim("failed"))).toEqual([]);
    expect(offences(early.claim("failed"))).toEqual(["tries-again"]);
  });

  test("is one no more when it has got one after all", () => {
    expect(offences(ending({ shows: 2, gives: [5, 6] }, true))).toEqual(["resolved"]);
  });
});

describe("a scenario in which a token expires", () => {
  test("is inconclusive when nobody noticed", () => {
    const story = new Story("oauth-rotating");
    startTokens(story);
    story.perform("order-42").send({ key: "order-42", commits: "tkt_1" });
    story.claim("succeeded", "tkt_1").step({ step: "expireToken" });
    story.append({ kind: "credential-ended", request: null, credential: "credential 1", why: "expired" });

    expect(judge(story.history(), story.contract, rules)).toMatchObject({
      verdict: "inconclusive",
      reason:
        "the token that expired was never shown, and no other was asked for: what was not exercised is not a pass",
    });
  });
});
