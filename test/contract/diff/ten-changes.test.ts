import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff.js";
import { loadContract } from "../../../src/contract/load.js";
import { edited, olderText } from "./editing.js";

const older = loadContract(olderText, "older.yaml");

const planted: [from: string, to: string][] = [
  ["for: 24h", "for: 6h"],
  [
    "errors:\n",
    "errors:\n      - { name: busy, status: 409, when: { body: { /code: busy } }, body: { code: busy }, effect: none, next: retry }\n",
  ],
  ["maxLength: 255", "maxLength: 64"],
  [
    `    answer:
      is: receipt
      status: 201
      receipt: { in: body, pointer: /id }
`,
    `    answer:
      is: acknowledgement
      status: 202
      ticket: { in: body, pointer: /id }
      outcome: { by: poll, request: { method: GET, path: "/jobs/{ticket}" }, at: /state, succeeded: [done], failed: [error] }
`,
  ],
  ["atMost: 2m", "atMost: 1h"],
  [
    "{ name: locked, status: 423, effect: none, next: retry }",
    "{ name: locked, status: 423, effect: maybe, next: retry }",
  ],
  ["window: 30d", "window: 60d"],
  ["      path: /tickets\n", "      path: /tickets\n      headers: { Api-Version: required }\n"],
  ["unremembered: guarded", "unremembered: runsAgain"],
  ["reviewed: 2026-01-31", "reviewed: 2026-11-30"],
];

describe("diffContracts on ten planted changes", () => {
  const newerText = edited(olderText, planted);
  const newer = loadContract(newerText, "newer.yaml");

  test("lists ten, each with its flag, its reason and both places", () => {
    const changes = diffContracts(older, newer);

    expect(changes.map(({ path, impact }) => `${path}: ${impact}`)).toEqual([
      "provider.reviewed: harmless",
      "operations.createTicket.request.headers: breaking",
      "operations.createTicket.idempotency.key.maxLength: breaking",
      "operations.createTicket.idempotency.retention: breaking",
      "operations.createTicket.idempotency.unremembered: breaking",
      "operations.createTicket.answer: breaking",
      "operations.createTicket.lookup.reference.lag.atMost: breaking",
      "operations.createTicket.errors.locked.effect: breaking",
      "operations.createTicket.errors.busy: harmless",
      "operations.createTicket.compensation.window: harmless",
    ]);
    expect(changes.find(({ path }) => path.endsWith("retention"))).toEqual({
      path: "operations.createTicket.idempotency.retention",
      kind: "changed",
      before: { is: "floor", for: "1d", from: "firstRequest" },
      after: { is: "floor", for: "6h", from: "firstRequest" },
      impact: "breaking",
      why: "Keys are forgotten earlier: a repeat that was safe may act twice.",
      older: { file: "older.yaml", line: 24, column: 7 },
      newer: { file: "newer.yaml", line: 25, column: 7 },
    });
    expect(changes.at(-2)).toMatchObject({
      kind: "added",
      before: null,
      why: "An error is listed now that may be sent again; to treat it as before stays right.",
      older: null,
      newer: {
        file: "newer.yaml",
        line: newerText.split("\n").findIndex((line) => line.includes("busy")) + 1,
      },
    });
  });

  test("lists each of them when it is alone", () => {
    for (const change of planted) {
      const one = loadContract(edited(olderText, [change]), "newer.yaml");

      expect(diffContracts(older, one), change[1]).toHaveLength(1);
    }
  });

  test("lists none when a contract is held against itself", () => {
    expect(diffContracts(older, older)).toEqual([]);
    const stripe = readFileSync(new URL("../../../contracts/stripe.yaml", import.meta.url), "utf8");
    expect(diffContracts(loadContract(stripe, "a.yaml"), loadContract(stripe, "b.yaml"))).toEqual([]);
  });
});

describe("diffContracts on another spelling", () => {
  const spellings: Record<string, [string, string][]> = {
    comments: [["threeworlds: 1", "# A comment\nthreeworlds: 1 # and another"]],
    "another order of keys": [
      [
        "    summary: Open a ticket\n    nature: creates\n",
        "    nature: creates\n    summary: Open a ticket\n",
      ],
      [
        "effect: none, next: retry, after: [{ fixed: 30s }]",
        "next: retry, after: [{ fixed: 30s }], effect: none",
      ],
    ],
    "another order of lists that are sets": [
      ["[account, operation]", "[operation, account]"],
      ["[success, clientError]", "[clientError, success]"],
      ["[method, path, body]", "[body, method, path]"],
    ],
    "another order of errors that nothing confuses": [
      [
        "      - { name: outage, status: 503, effect: maybe, next: retrySameKey }\n      - { name: locked, status: 423, effect: none, next: retry }\n",
        "      - { name: locked, status: 423, effect: none, next: retry }\n      - { name: outage, status: 503, effect: maybe, next: retrySameKey }\n",
      ],
    ],
    "facts written long": [
      ["    nature: creates\n", "    nature: { value: creates, basis: assumed }\n"],
      [
        "unremembered: guarded",
        "unremembered: { value: guarded, basis: documented, source: https://tickets.example/docs/keys }",
      ],
      [
        "{ status: 422, body: { code: mismatch } }",
        "{ value: { status: 422, body: { code: mismatch } }, basis: documented, source: https://tickets.example/docs/keys }",
      ],
      ["maxLength: 255", "maxLength: { value: 255 }"],
    ],
    "durations in other units": [
      ["for: 24h", "for: 1440m"],
      ["atMost: 2m", "atMost: 120s"],
      ["settlesWithin: 30s", "settlesWithin: 30000ms"],
    ],
    "defaults written out": [
      ["maxLength: 255", "maxLength: 255, minLength: 1, required: false"],
      ["items: /results", "items: /results\n        matching: exact"],
      ["path: /search,", "path: /search, body: none,"],
    ],
    "block style": [["credentials:\n  scheme: bearer\n", "credentials: { scheme: 'bearer' }\n"]],
  };

  test.each(Object.keys(spellings))("lists nothing for %s", (name) => {
    const newer = loadContract(edited(olderText, spellings[name] ?? []), "newer.yaml");

    expect(diffContracts(older, newer)).toEqual([]);
  });

  test("lists nothing for another order of operations", () => {
    const [before = "", create = "", remove = ""] = olderText.split(/(?=^  (?:create|delete)Ticket:$)/m);
    const newer = loadContract(before + remove + create, "newer.yaml");

    expect(newer.operations.map(({ name }) => name)).toEqual(["deleteTicket", "createTicket"]);
    expect(diffContracts(older, newer)).toEqual([]);
  });
});
