import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lintContract } from "../../src/contract/lint.js";
import { loadContract } from "../../src/contract/load.js";

const clean = readFileSync(new URL("good/clean.yaml", import.meta.url), "utf8");
const noKey = /    idempotency:\n(?: {6}.*\n)+/;
const noLookup = /    lookup:\n(?: {6}.*\n)+/;
const webhooks = (text: string): string => `webhooks:\n  events: {}\n  ${text}\n`;

type Change = (text: string) => string;
const put =
  (from: string | RegExp, to: string): Change =>
  (text) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`nothing to change: ${String(from)}`);
    return changed;
  };
const both =
  (...changes: Change[]): Change =>
  (text) =>
    changes.reduce((changed, change) => change(changed), text);

/** What lint says, as `severity code line: message hint`. */
function said(change: Change, today = "2026-11-30"): string[] {
  return lintContract(loadContract(change(clean), "t.yaml"), { today }).map(
    ({ severity, code, line, message, hint }) =>
      `${severity} ${code} ${line}: ${message}${hint === null ? "" : ` ${hint}`}`,
  );
}

const firing: [code: string, change: Change, expected: string][] = [
  [
    "not-ready",
    put("    nature: creates\n", ""),
    "error not-ready 6: 'createTicket' is not ready: it does not say what a repeat would do. Add `nature:` (creates, sets or removes).",
  ],
  [
    "not-ready",
    put("nature: creates", "nature: { value: undocumented, assume: creates }"),
    "error not-ready 6: 'createTicket' is not ready: it does not say what a repeat would do. Add `nature:` (creates, sets or removes).",
  ],
  [
    "not-ready",
    put(noKey, ""),
    "error not-ready 6: 'createTicket' is not ready: it does not say whether there is an idempotency key. Add `idempotency:`, or `idempotency: none`.",
  ],
  [
    "not-ready",
    put("      is: receipt\n", ""),
    "error not-ready 6: 'createTicket' is not ready: it does not say whether its answer is a receipt or only an acknowledgement. Add `answer: { is: receipt }` or `is: acknowledgement`.",
  ],
  [
    "no-lookup-stated",
    put(noLookup, ""),
    "warning no-lookup-stated 6: 'createTicket' does not say how a prior effect is found. Add `lookup:`, or `lookup: none`.",
  ],
  [
    "no-errors-listed",
    put(/ {4}errors:\n(?: {6}.*\n)+/, ""),
    'warning no-errors-listed 6: \'createTicket\' lists no errors, so every 4xx is read as "nothing happened" and every 5xx as "unknown". List the documented failures under `errors:`.',
  ],
  [
    "no-reference",
    both(put("      reference: /external_id\n", ""), put(noLookup, "    lookup: none\n")),
    "note no-reference 9: the business key of 'createTicket' travels nowhere in the request. Where the provider has a field for it, name it in `request.reference`.",
  ],
  [
    "nobody-decides",
    both(put(noKey, "    idempotency: none\n"), put(noLookup, "    lookup: none\n")),
    "warning nobody-decides 6: 'createTicket' can end unresolved, and the contract does not say whose problem that is. Add `humanReconciliation:` with who decides, and when.",
  ],
  [
    "no-key-no-lookup",
    both(put(noKey, "    idempotency: none\n"), put(noLookup, "    lookup: none\n")),
    "warning no-key-no-lookup 6: 'createTicket' has neither a key nor a lookup by what the connector knows: after a lost answer it can only be held for a person.",
  ],
  [
    "absence-unprovable",
    both(put(noKey, "    idempotency: none\n"), put("settlesWithin: 30s", "settlesWithin: unpublished")),
    "warning absence-unprovable 19: \"not found\" never proves that 'createTicket' did not happen: nobody says how long a request may still be running (`settlesWithin`). What is not found must be held for a person.",
  ],
  [
    "absence-unprovable",
    put("atMost: 1m", "atMost: unpublished"),
    "note absence-unprovable 24: \"not found\" never proves that 'createTicket' did not happen: nobody says how far the lookup may lag behind (`lag.atMost`). Once the key is forgotten, what is not found must be held for a person.",
  ],
  [
    "absence-unprovable",
    put("complete: true", "complete: false"),
    "note absence-unprovable 24: \"not found\" never proves that 'createTicket' did not happen: no lookup promises to be complete. Once the key is forgotten, what is not found must be held for a person.",
  ],
  [
    "natural-key",
    put("      scope:", "      is: natural\n      scope:"),
    "note natural-key 15: what the natural key of 'createTicket' collides with may be somebody else's. Adopt it only after comparing its content.",
  ],
  [
    "outcome-unknown",
    both(put("is: receipt\n", "is: acknowledgement\n"), put("      receipt:", "      ticket:")),
    "warning outcome-unknown 19: 'createTicket' is only acknowledged, and nothing says how its outcome becomes known. Add `answer.outcome`.",
  ],
  [
    "representation-without-receipt",
    put(
      "    lookup:",
      '    effect: { representation: { external_id: "{{request.body.external_id}}" } }\n    lookup:',
    ),
    "warning representation-without-receipt 24: what lookups of 'createTicket' return has no field with the receipt, so a found effect cannot be named. Add a field with \"{{effect.id}}\" to `effect.representation`.",
  ],
  [
    "representation-without-reference",
    put("    lookup:", '    effect: { representation: { id: "{{effect.id}}" } }\n    lookup:'),
    "warning representation-without-reference 24: what lookups of 'createTicket' return does not hold the reference (/external_id), so a found effect cannot be compared. Add a field with \"{{request.body.external_id}}\" to `effect.representation`.",
  ],
  [
    "retry-without-key",
    both(put(noKey, "    idempotency: none\n"), put("next: lookup", "next: retry")),
    "error retry-without-key 28: error 'outage' is to be retried though the effect may exist (effect: maybe), and there is no key. Write `next: lookup` or `next: hold`.",
  ],
  [
    "retry-without-key",
    both(put(noKey, "    idempotency: none\n"), put("next: lookup", "next: retrySameKey")),
    "error retry-without-key 28: error 'outage' is to be retried with the same key, and there is no key. Write `next: lookup` or `next: hold`.",
  ],
  [
    "retry-runs-again",
    both(put("unremembered: guarded", "unremembered: runsAgain"), put("next: lookup", "next: retrySameKey")),
    "error retry-runs-again 33: error 'outage' is to be retried with the same key, but a 503 is not remembered and a repeat runs again. Write `next: lookup`, or `unremembered: guarded` if the provider says so.",
  ],
  [
    "key-voided",
    put("unremembered: guarded", "unremembered: runsAgain"),
    "warning key-voided 33: the key of 'createTicket' does not cover a lost answer: 'outage' (503) may have acted, is not remembered, and a repeat runs again. Write `unremembered: guarded`, or add it to `remembers`, if the provider says so.",
  ],
  [
    "errors-look-alike",
    put("status: 429", "status: 503"),
    "error errors-look-alike 33: nothing tells the errors 'rateLimited' and 'outage' apart (both 503). Add `when:` with a field of the body or a header.",
  ],
  [
    "not-reviewed",
    put(", reviewed: 2026-06-01", ""),
    "note not-reviewed 3: nobody has said when this file was last held against the documentation. Add `reviewed: YYYY-MM-DD`.",
  ],
  [
    "stale-review",
    put("2026-06-01", "2025-11-29"),
    "warning stale-review 3: last held against the documentation on 2025-11-29, over a year ago. Read the documentation again and set today's date.",
  ],
  [
    "source-without-scheme",
    put("https://docs.example.com", "docs.example.com"),
    'warning source-without-scheme 7: the source "docs.example.com/tickets" cannot be followed: it has no scheme. Write it with https://.',
  ],
  [
    "no-source",
    put("    source: https://docs.example.com/tickets\n", ""),
    "note no-source 6: stated of 'createTicket' without a source: nature, idempotency.key.in, idempotency.scope, idempotency.retention.for, and 14 more.",
  ],
  [
    "undocumented",
    put("scope: [account]", "scope: undocumented"),
    "note undocumented 6: not documented for 'createTicket': idempotency.scope.",
  ],
  [
    "redelivery-beyond-tolerance",
    (text) => text + webhooks("signature: { scheme: stripe }\n  redelivery: { for: 3h }"),
    "error redelivery-beyond-tolerance 37: events are redelivered for 3h, a signature is good for 5m, and nothing says that redeliveries are signed anew. Write `resigned: true` if the provider says so; else late redeliveries are refused as stale.",
  ],
  [
    "fingerprint-of-changing-body",
    (text) => text + webhooks("fingerprint: body\n  signature: { scheme: linear }"),
    "error fingerprint-of-changing-body 36: other bytes are called a conflict, and every redelivery has other bytes: the signed time stands in the body. Write `fingerprint: none`.",
  ],
  [
    "fingerprint-of-changing-body",
    (text) =>
      `${text}webhooks:\n  events: { pushed: { schema: {}, example: { id: 1, attempt: "{{delivery.attempt}}" } } }\n  identity: { in: body, pointer: /id }\n  fingerprint: body\n  signature: { scheme: github }\n`,
    "error fingerprint-of-changing-body 37: other bytes are called a conflict, and every redelivery has other bytes: the number of the attempt stands in the body. Write `fingerprint: none`.",
  ],
  [
    "no-event-identity",
    (text) => `${text}webhooks:\n  events: { pushed: { schema: {} } }\n  signature: { scheme: github }\n`,
    "note no-event-identity 34: nothing tells one event from another, so no receiver can know a repeat for certain.",
  ],
  [
    "unsigned-events",
    (text) =>
      `${text}webhooks:\n  events: { pushed: { schema: {} } }\n  identity: { in: header, name: X-Id }\n`,
    "note unsigned-events 34: deliveries are not signed: anybody who knows the address can send one.",
  ],
  [
    "no-event-schema",
    (text) =>
      `${text}webhooks:\n  events: { pushed: {} }\n  identity: { in: header, name: X-Id }\n  signature: { scheme: github }\n`,
    "note no-event-schema 34: no event has a schema, so nothing says what a malformed one is. Add `schema:` to the events that receivers act on.",
  ],
  [
    "retention-below-redelivery",
    (text) => text + webhooks("redelivery: { for: 3d }"),
    "warning retention-below-redelivery 16: keys are remembered for 1d, and the provider redelivers its own events for 3d. A write made on a redelivered event can come after its key is forgotten; keep a record of your own.",
  ],
  [
    "no-refresh-stated",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }"),
    "note no-refresh-stated 4: it does not say whether a token refresh invalidates a concurrent request. Add `refresh:`.",
  ],
  [
    "lost-refresh-locks-out",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }, refresh: { rotates: true }"),
    "note lost-refresh-locks-out 4: nothing promises that a refresh whose answer was lost may be repeated: a person then has to give the access anew. Say who that is in `humanReconciliation:`; add `graceForLostAnswer:` if the provider has one.",
  ],
  [
    "expiry-proves-nothing",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }, expired: { status: 401 }"),
    "note expiry-proves-nothing 4: it does not say that a token is looked at before the write is done, so that a 401 is no proof that nothing happened. Add `expired: { checkedBefore: commit }` if the provider says so.",
  ],
];

/** Changes that come close to firing and must not. */
const silent: [code: string, change: Change][] = [
  ["absence-unprovable", put(noKey, "    idempotency: none\n")],
  [
    "no-reference",
    both(
      put("      reference: /external_id\n", ""),
      put(noLookup, "    lookup: none\n"),
      put("      scope:", "      is: natural\n      scope:"),
    ),
  ],
  ["retry-without-key", put("next: lookup", "next: retry")],
  [
    "retry-without-key",
    both(
      put(noKey, "    idempotency: none\n"),
      put("effect: maybe, next: lookup", "effect: none, next: retry"),
    ),
  ],
  [
    "retry-without-key",
    both(
      put(noKey, "    idempotency: none\n"),
      put("nature: creates", "nature: sets"),
      put("next: lookup", "next: retry"),
    ),
  ],
  ["retry-runs-again", put("next: lookup", "next: retrySameKey")],
  [
    "key-voided",
    both(put("guarded", "runsAgain"), put("remembers: [success]", "remembers: [success, serverError]")),
  ],
  [
    "retry-runs-again",
    both(
      put("guarded", "runsAgain"),
      put("remembers: [success]", "remembers: [success, serverError]"),
      put("next: lookup", "next: retrySameKey"),
    ),
  ],
  [
    "errors-look-alike",
    both(put("status: 429", "status: 503, body: { code: slow }, when: { body: { /code: slow } }")),
  ],
  ["stale-review", put("2026-06-01", "2025-11-30")],
  ["source-without-scheme", put("https://docs.example.com/tickets", "urn:rfc:9110")],
  [
    "redelivery-beyond-tolerance",
    (text) => text + webhooks("signature: { scheme: stripe }\n  redelivery: { for: 3h, resigned: true }"),
  ],
  [
    "redelivery-beyond-tolerance",
    (text) => text + webhooks("signature: { scheme: github }\n  redelivery: { for: 3h }"),
  ],
  ["retention-below-redelivery", (text) => text + webhooks("redelivery: { for: 24h }")],
  [
    "no-refresh-stated",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }, refresh: { rotates: true }"),
  ],
  [
    "lost-refresh-locks-out",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }, refresh: { rotates: false }"),
  ],
  [
    "lost-refresh-locks-out",
    put(
      "scheme: bearer",
      "scheme: oauth2, token: { url: /token }, refresh: { rotates: true, graceForLostAnswer: 1m }",
    ),
  ],
  [
    "expiry-proves-nothing",
    put("scheme: bearer", "scheme: oauth2, token: { url: /token }, expired: { checkedBefore: key }"),
  ],
  [
    "nobody-decides",
    both(
      put(noKey, "    idempotency: none\n"),
      put(noLookup, "    lookup: none\n    humanReconciliation: the support rota decides\n"),
    ),
  ],
];

describe("lintContract", () => {
  test("has nothing to say of a contract that answers everything", () => {
    expect(said((text) => text)).toEqual([]);
  });

  test.each(firing)("%s fires (%#)", (_code, change, expected) => {
    expect(said(change)).toContain(expected);
  });

  test.each(silent)("%s does not fire where it only looks so (%#)", (code, change) => {
    expect(said(change).filter((line) => line.split(" ")[1] === code)).toEqual([]);
  });

  test("does not judge the age of a review when it is not told the date", () => {
    const contract = loadContract(clean.replace("2026-06-01", "1999-01-01"), "t.yaml");

    expect(lintContract(contract)).toEqual([]);
  });

  test("finds no error and no warning in the contracts that are shipped", () => {
    const text = readFileSync(new URL("../../contracts/stripe.yaml", import.meta.url), "utf8");

    const found = lintContract(loadContract(text, "stripe.yaml"), { today: "2026-12-01" });

    expect(found.filter(({ severity }) => severity !== "note")).toEqual([]);
  });
});
