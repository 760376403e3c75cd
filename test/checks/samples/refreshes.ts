import { Story } from "../history-builder.js";
import { beginRefresh, endRefresh, startTokens, tellRefresh, type ToldRefresh } from "../tokens-told.js";
import type { Sample } from "./sample.js";

/** How access tokens are got. */
export function refreshSamples(): Sample[] {
  return [
    {
      rule: "one-refresh",
      flaw: "lets two workers refresh at the same time",
      bad: atTheSameTime(true),
      message:
        "the access was refreshed twice at the same time (credential 2 and credential 2): expected 1 refresh, got 2",
      line: "refresh:",
      good: atTheSameTime(false),
    },
    {
      rule: "one-refresh",
      flaw: "shows a refresh token again that was exchanged",
      bad: two("oauth-rotating", { shows: 2, gives: [5, 6] }, { shows: 2, answer: "rejected" }),
      message:
        "credential 2 was used again 6 ms after it had been exchanged, and the answer to that was read: expected the refresh token that it gave",
      line: "refresh:",
      good: two("oauth-rotating", { shows: 2, gives: [5, 6] }, { shows: 6, gives: [7, 8] }, true),
    },
    {
      rule: "one-refresh",
      flaw: "repeats a lost refresh where nobody promises to accept it",
      bad: two(
        "oauth-rotating",
        { shows: 2, gives: [5, 6], answer: "lost" },
        { shows: 2, answer: "rejected" },
      ),
      message:
        "credential 2 was used again 6 ms after it had been exchanged; the answer was lost, and the provider does not promise to accept it: expected no further refresh",
      line: "refresh:",
      good: two("oauth-grace", { shows: 2, gives: [5, 6], answer: "lost" }, { shows: 2, gives: [7, 8] }),
    },
    {
      rule: "one-refresh",
      flaw: "repeats a lost refresh when the grace is over",
      bad: lateRepeat(31),
      message:
        "credential 2 was used again 31 min after it had been exchanged; the answer was lost, and the provider accepts it for 30 min only: expected no further refresh",
      line: "refresh:",
      good: lateRepeat(29),
    },
    {
      rule: "one-refresh",
      flaw: "asks again after a rejection",
      bad: two("oauth-plain", { shows: 2, answer: "rejected" }, { shows: 2, answer: "rejected" }),
      message:
        "credential 2 was shown again after it had been rejected for good: expected no further refresh",
      line: "refresh:",
      good: two("oauth-plain", { shows: 2, answer: "broken" }, { shows: 2, answer: "rejected" }),
    },
    {
      rule: "one-refresh",
      flaw: "refreshes though the token is still good",
      bad: two("oauth-plain", { shows: 2, gives: [5] }, { shows: 2, gives: [6] }),
      message:
        "the access was refreshed again 4 ms after credential 5 had been got, which was still good: expected 1 refresh, got 2",
      line: "refresh:",
      good: two("oauth-plain", { shows: 2, gives: [5] }, { shows: 2, gives: [6] }, true),
    },
    {
      rule: "one-refresh",
      flaw: "refreshes one account with the token of another",
      bad: ofSecond({ shows: 2, gives: [5, 6] }),
      message:
        "the access of acct_2 was refreshed with credential 2, which is of acct_1: expected its own refresh token",
      line: "refresh:",
      good: ofSecond({ shows: 4, gives: [5, 6], account: "acct_2" }),
    },
    {
      rule: "one-refresh",
      flaw: "hammers a token endpoint that is broken",
      bad: broken(6),
      message: "the access was refreshed 6 times in one message: expected at most 5",
      line: "refresh:",
      good: broken(5),
    },
  ];
}

function begin(contract: string): Story {
  const story = new Story(contract);
  startTokens(story);
  return story.perform("order-42");
}

function two(contract: string, one: ToldRefresh, other: ToldRefresh, isExpired = false): Story {
  const story = begin(contract);
  tellRefresh(story, 101, one);
  story.claim("unknown");
  if (isExpired) story.advance(3_600_000);
  story.perform("order-43");
  tellRefresh(story, 102, other);
  return story.claim("unknown", undefined, { of: "order-43", needsHuman: true });
}

function atTheSameTime(both: boolean): Story {
  const story = begin("oauth-rotating").perform("order-43", { process: 2 });
  const first: ToldRefresh = { shows: 2, gives: [5, 6] };
  beginRefresh(story, 101, first);
  if (both) beginRefresh(story, 102, { shows: 2 });
  endRefresh(story, 101, first);
  if (both) endRefresh(story, 102, { shows: 2, answer: "rejected" });
  return story.claim("unknown").claim("unknown", undefined, { of: "order-43", process: 2 });
}

function lateRepeat(minutes: number): Story {
  const story = begin("oauth-grace");
  tellRefresh(story, 101, { shows: 2, gives: [5, 6], answer: "lost" });
  story
    .claim("unknown")
    .advance(minutes * 60_000)
    .reconcile();
  tellRefresh(story, 102, { shows: 2, gives: [7, 8] });
  return story.claim("unknown", undefined, { of: "order-42" });
}

function ofSecond(told: ToldRefresh): Story {
  const story = new Story("oauth-rotating");
  startTokens(story);
  story.step({ step: "perform", businessKey: "order-42", account: "second" }).perform("order-42");
  tellRefresh(story, 101, told);
  return story.claim("unknown");
}

function broken(times: number): Story {
  const story = begin("oauth-plain");
  for (let at = 1; at <= times; at += 1) tellRefresh(story, 100 + at, { shows: 2, answer: "broken" });
  return story.claim("unknown");
}
