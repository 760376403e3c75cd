import { describe, expect, test } from "vitest";
import { diffContracts, type Impact } from "../../../src/contract/diff.js";
import { loadContract } from "../../../src/contract/load.js";
import { edited, olderText } from "./editing.js";

const older = loadContract(olderText, "older.yaml");

/** A change, where it is listed, and what it means forwards and backwards. */
const meanings: [
  what: string,
  from: string,
  to: string,
  path: string,
  forwards: Impact,
  backwards: Impact,
][] = [
  [
    "retention that is no longer published",
    "for: 24h, is: floor",
    "is: unpublished, assume: 24h",
    "idempotency.retention",
    "breaking",
    "harmless",
  ],
  [
    "retention for ever",
    "{ for: 24h, is: floor, from: firstRequest }",
    "{ is: permanent }",
    "idempotency.retention",
    "harmless",
    "breaking",
  ],
  [
    "retention from the last request",
    "from: firstRequest",
    "from: lastRequest",
    "idempotency.retention",
    "harmless",
    "breaking",
  ],
  ["retention that is exact", "is: floor", "is: exact", "idempotency.retention", "harmless", "harmless"],
  [
    "a longest key that is not stated",
    "name: Idempotency-Key, maxLength: 255",
    "name: Idempotency-Key",
    "idempotency.key.maxLength",
    "harmless",
    "breaking",
  ],
  [
    "a longer shortest key",
    "maxLength: 255",
    "maxLength: 255, minLength: 16",
    "idempotency.key.minLength",
    "breaking",
    "harmless",
  ],
  [
    "a pattern of the key",
    "maxLength: 255",
    "maxLength: 255, pattern: '^[a-z-]+$'",
    "idempotency.key.pattern",
    "breaking",
    "harmless",
  ],
  [
    "a required key",
    "maxLength: 255",
    "maxLength: 255, required: true",
    "idempotency.key.required",
    "breaking",
    "harmless",
  ],
  [
    "another header of the key",
    "name: Idempotency-Key",
    "name: X-Key",
    "idempotency.key.name",
    "breaking",
    "breaking",
  ],
  [
    "a natural key",
    "      scope:",
    "      is: natural\n      scope:",
    "idempotency.is",
    "breaking",
    "review",
  ],
  ["another scope", "[account, operation]", "[account]", "idempotency.scope", "breaking", "breaking"],
  [
    "a scope that is not documented",
    "scope: [account, operation]",
    "scope: { value: undocumented, assume: [account, operation] }",
    "idempotency.scope",
    "breaking",
    "harmless",
  ],
  [
    "a fingerprint that compares less",
    "[method, path, body]",
    "[method, path]",
    "idempotency.fingerprint",
    "review",
    "breaking",
  ],
  [
    "fewer remembered answers",
    "[success, clientError]",
    "[success]",
    "idempotency.remembers",
    "breaking",
    "breaking",
  ],
  [
    "a current state as replay",
    "gives: storedAnswer",
    "gives: currentState",
    "idempotency.replay.gives",
    "breaking",
    "harmless",
  ],
  [
    "a mismatch that acts again",
    "mismatch: { status: 422, body: { code: mismatch } }",
    "mismatch: newEffect",
    "idempotency.mismatch",
    "breaking",
    "harmless",
  ],
  [
    "a mismatch with another status",
    "status: 422",
    "status: 400",
    "idempotency.mismatch",
    "breaking",
    "breaking",
  ],
  [
    "a mismatch in other words",
    "code: mismatch",
    "code: conflict",
    "idempotency.mismatch",
    "review",
    "review",
  ],
  [
    "an in-flight refusal with another status",
    "inFlight: { status: 409",
    "inFlight: { status: 425",
    "idempotency.inFlight",
    "breaking",
    "breaking",
  ],
  [
    "a rate limit before the key",
    "checkedAfter: [credentials]",
    "checkedAfter: [credentials, rateLimit]",
    "idempotency.checkedAfter",
    "breaking",
    "harmless",
  ],
  [
    "a receipt elsewhere",
    "receipt: { in: body, pointer: /id }",
    "receipt: { in: body, pointer: /subject }",
    "answer.receipt",
    "breaking",
    "breaking",
  ],
  ["another status of success", "status: 201", "status: 200", "answer.status", "review", "review"],
  [
    "a success predicate",
    "      status: 201\n",
    "      status: 201\n      success: { /id: x }\n",
    "answer.success",
    "breaking",
    "review",
  ],
  [
    "a field more in the answer",
    'id: "{{effect.id}}"',
    'state: open, id: "{{effect.id}}"',
    "answer.body",
    "harmless",
    "review",
  ],
  ["a nature that creates", "nature: creates", "nature: sets", "nature", "review", "breaking"],
  ["another path", "path: /tickets\n", "path: /v2/tickets\n", "request.path", "breaking", "breaking"],
  ["another kind of body", "body: json", "body: [json, form]", "request.body", "harmless", "breaking"],
  [
    "another required field",
    "required: [subject]",
    "required: [subject, external_id]",
    "request.schema",
    "breaking",
    "review",
  ],

  [
    "a lookup that lags less",
    "atMost: 2m",
    "atMost: 1s",
    "lookup.reference.lag.atMost",
    "harmless",
    "breaking",
  ],
  [
    "a lag that nobody publishes",
    "atMost: 2m",
    "atMost: unpublished",
    "lookup.reference.lag.atMost",
    "breaking",
    "harmless",
  ],
  [
    "a lookup that may leave something out",
    "complete: true",
    "complete: false",
    "lookup.reference.complete",
    "breaking",
    "harmless",
  ],
  [
    "a looser match",
    "items: /results",
    "items: /results\n        matching: contains",
    "lookup.reference.matching",
    "breaking",
    "harmless",
  ],
  [
    "pages",
    "items: /results",
    "items: /results\n        pages: { style: page, size: 10, parameter: page }",
    "lookup.reference.pages",
    "breaking",
    "harmless",
  ],
  [
    "requests that settle later",
    "settlesWithin: 30s",
    "settlesWithin: 5m",
    "settlesWithin",
    "breaking",
    "harmless",
  ],
  [
    "an error that is certain",
    "status: 503, effect: maybe",
    "status: 503, effect: none",
    "errors.outage.effect",
    "harmless",
    "breaking",
  ],
  [
    "an error that is final",
    "status: 423, effect: none, next: retry",
    "status: 423, effect: none, next: stop",
    "errors.locked.next",
    "breaking",
    "harmless",
  ],
  ["a longer wait", "fixed: 30s", "fixed: 60s", "errors.rateLimited.after", "breaking", "breaking"],
  ["no wait", ", after: [{ fixed: 30s }]", "", "errors.rateLimited.after", "harmless", "breaking"],
  [
    "a refusal that is not listed",
    "      - { name: locked, status: 423, effect: none, next: retry }\n",
    "",
    "errors.locked",
    "breaking",
    "harmless",
  ],
  [
    "a 5xx that is not listed",
    "      - { name: outage, status: 503, effect: maybe, next: retrySameKey }\n",
    "",
    "errors.outage",
    "breaking",
    "harmless",
  ],
  [
    "a 4xx after which it may have happened",
    "    errors:\n",
    "    errors:\n      - { name: odd, status: 418, effect: maybe, next: lookup }\n",
    "errors.odd",
    "breaking",
    "harmless",
  ],
  [
    "no compensation",
    "compensation: { operation: deleteTicket, window: 30d }",
    "compensation: none",
    "compensation",
    "breaking",
    "harmless",
  ],
  ["a shorter window", "window: 30d", "window: 1d", "compensation.window", "breaking", "harmless"],
  ["words for people", "Open a ticket", "Open another", "summary", "harmless", "harmless"],
];

describe("what changes mean for connectors", () => {
  test.each(meanings)("%s", (_what, from, to, path, forwards, backwards) => {
    const newer = loadContract(edited(olderText, [[from, to]]), "newer.yaml");

    const told = [diffContracts(older, newer), diffContracts(newer, older)].map((changes) =>
      changes.map((change) => `${change.path}: ${change.impact}`),
    );

    const full = `operations.createTicket.${path}`;
    // A lookup that is gone, or a wait, may say something of other keys, too: the change itself is always the first.
    expect(told).toEqual([[`${full}: ${forwards}`], [`${full}: ${backwards}`]]);
  });

  test("no key any more", () => {
    const block = /    idempotency:\n(?: {6}.*\n)+/.exec(olderText)?.[0] ?? "";
    const newer = loadContract(edited(olderText, [[block, "    idempotency: none\n"]]), "newer.yaml");

    expect(diffContracts(older, newer)).toMatchObject([
      { path: "operations.createTicket.idempotency", kind: "removed", impact: "breaking" },
    ]);
    expect(diffContracts(newer, older)).toMatchObject([
      { path: "operations.createTicket.idempotency", kind: "added", impact: "harmless" },
    ]);
  });

  test("a value that nobody documents any more", () => {
    const newer = loadContract(
      edited(olderText, [
        [
          "fingerprint: [method, path, body]",
          "fingerprint: { value: undocumented, assume: [method, path, body] }",
        ],
      ]),
      "newer.yaml",
    );

    expect(diffContracts(older, newer)).toMatchObject([
      {
        path: "operations.createTicket.idempotency.fingerprint (basis)",
        impact: "breaking",
        why: "What the value says is not documented any more: connectors may not rely on it.",
      },
    ]);
    expect(diffContracts(newer, older)).toMatchObject([{ impact: "harmless" }]);
  });

  test("the same on another page of the documentation", () => {
    const newer = loadContract(
      edited(olderText, [
        ["source: https://tickets.example/docs/keys", "source: https://tickets.example/keys"],
      ]),
      "newer.yaml",
    );

    const changes = diffContracts(older, newer);

    expect(changes.length).toBeGreaterThan(5);
    for (const change of changes) {
      expect(change).toMatchObject({ impact: "harmless", why: "The same is said on other grounds." });
    }
  });
});
