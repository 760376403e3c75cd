/** One of the requests that the article's receiver was held against, with the conditions on it. */
export interface ArticleRequest {
  what: string;
  /** What has to hold, and the scenario and rule that see to it. */
  conditions: { holds: string; scenario: string; rule: string }[];
}

type Condition = [holds: string, rule: string];

const request = (what: string, scenario: string, ...conditions: Condition[]): ArticleRequest => ({
  what,
  conditions: conditions.map(([holds, rule]) => ({ holds, scenario, rule })),
});

const forged = (what: string, scenario: string, rule = "authentic-only"): ArticleRequest =>
  request(what, scenario, ["it is refused", rule]);

const malformed = (what: string, variant: string): ArticleRequest =>
  request(what, `malformed/${variant}`, ["it is refused", "refuses-what-it-does-not-know"]);

/**
 * The article tells how many there were (35 requests, 55 conditions) and what they were about; this is a list that keeps to
 * both. Five events are applied: 3, 4, 5, 6 and 7.
 */
export const requests: ArticleRequest[] = [
  request(
    "event 1, a first time",
    "first-delivery",
    ["it is taken", "genuine-accepted"],
    ["the counter shows 3", "accepted-is-applied"],
    ["the record of it is there with the effect", "applied-once"],
  ),
  request(
    "event 1 again, as another delivery",
    "redelivery/new-delivery-id",
    ["it is taken", "genuine-accepted"],
    ["the answer is the outcome 3", "original-outcome"],
    ["the counter stays", "applied-once"],
  ),
  request(
    "event 1 with another value",
    "conflicting-bytes/changed-value",
    ["it is refused as a conflict", "conflict-refused"],
    ["the counter stays", "conflict-refused"],
    ["the record stays: the first content is still a repeat", "original-outcome"],
  ),
  request(
    "event 1 with other white space",
    "conflicting-bytes/whitespace-only",
    ["it is refused as a conflict", "conflict-refused"],
    ["the counter stays", "conflict-refused"],
  ),
  request("event 2", "distinct-events/other-content", ["the counter shows 7", "accepted-is-applied"]),
  request(
    "event 1 after event 2",
    "original-outcome",
    ["the answer is still 3", "original-outcome"],
    ["the counter stays at 7", "applied-once"],
  ),
  request(
    "event 3, one of two copies at once",
    "concurrent-copies",
    ["the counter rises once", "applied-once"],
    ["one record is made", "applied-once"],
  ),
  request(
    "event 3, the other copy",
    "concurrent-copies",
    ["one of them is taken", "accepted-is-applied"],
    ["both state one outcome", "original-outcome"],
  ),
  request(
    "event 4, which fails before the commit",
    "failing-dependency",
    ["the answer asks for it again", "retry-invited-rightly"],
    ["the counter stays", "atomic"],
    ["no record is made", "atomic"],
  ),
  request(
    "event 4 again",
    "failing-dependency",
    ["it is applied as if it were new", "atomic"],
    ["once, with its record", "applied-once"],
  ),
  request(
    "event 5, whose answer is lost after the commit",
    "lost-answer/after-commit",
    ["there is no answer", "genuine-accepted"],
    ["the effect is there", "atomic"],
    ["the record is there", "atomic"],
  ),
  request(
    "event 5 again",
    "lost-answer/after-commit",
    ["the answer is the outcome of the first time", "original-outcome"],
    ["the counter stays at 25", "applied-once"],
  ),
  request(
    "event 1 after a restart",
    "redelivery/after-restart",
    ["the data are what they were", "durable-before-success"],
    ["it is still a repeat, with the outcome 3", "original-outcome"],
    ["the counter stays", "applied-once"],
  ),
  forged("signed with another secret", "bad-signature/wrong-secret"),
  forged("a body changed after it was signed", "bad-signature/tampered-body"),
  forged("without a signature", "bad-signature/missing-header"),
  forged("a signature in another form", "bad-signature/malformed-header"),
  forged("the signature of another delivery", "bad-signature/delivery-id-changed"),
  forged("a body written anew after it was signed", "bad-signature/reserialised", "signs-raw-bytes"),
  forged("signed too long ago", "timestamp/stale"),
  forged("signed in the future", "timestamp/future"),
  forged("signed at a time that is none", "timestamp/not-a-number"),
  malformed("a body that is no JSON", "not-json"),
  malformed("a key that occurs twice", "duplicate-key"),
  malformed("bytes that are no UTF-8", "invalid-utf8"),
  malformed("NaN for a number", "nan-constant"),
  malformed("brackets as deep as the body allows", "deep-nesting"),
  malformed("true for a number", "boolean-as-integer"),
  malformed("a text for a number", "string-as-integer"),
  malformed("a number out of range", "out-of-range"),
  malformed("a field of another type", "wrong-type"),
  malformed("a field that is missing", "missing-field"),
  malformed("a field too many", "extra-field"),
  request("a kind that is not known", "unknown-kind", ["it is refused", "refuses-what-it-does-not-know"]),
  request(
    "a body of more than 8192 bytes",
    "malformed/oversized",
    ["it is refused", "refuses-what-it-does-not-know"],
    ["none of the refused ones changed the counter or left a record", "refuses-what-it-does-not-know"],
    ["the counter ends at 25, the sum of the five", "applied-once"],
  ),
];
