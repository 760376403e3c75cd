import { describe, expect, test } from "vitest";
import type { DeclaredError, Operation } from "../../src/contract/model.js";
import {
  type Moves,
  nextMoves,
  type StateOfKnowledge,
  type Unresolved,
} from "../../src/contract/next-moves.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const hour = 3_600_000;

function operationOf(contract: string): Operation {
  const [operation] = sampleContract(contract).operations;
  if (operation === undefined) throw new Error(`${contract} has no operation`);
  return operation;
}

function errorOf(contract: string, name: string): DeclaredError {
  const error = operationOf(contract).errors.find((candidate) => candidate.name === name);
  if (error === undefined) throw new Error(`${contract} lists no ${name}`);
  return error;
}

/** No readable answer came to the only send, under a key where there is one. */
function lost(more: Partial<Unresolved> = {}): Unresolved {
  return {
    knows: "ambiguous",
    keySent: true,
    keyAgeMs: 1000,
    failures: [],
    answerLost: true,
    lookup: "none",
    ...more,
  };
}

function failed(contract: string, name: string): Partial<Unresolved> {
  const error = errorOf(contract, name);
  return { answerLost: false, failures: [{ status: error.status, error }] };
}

/** An answer with this status that the contract does not list. */
function unlisted(status: number): Partial<Unresolved> {
  return { answerLost: false, failures: [{ status, error: null }] };
}

function refused(contract: string, name: string): StateOfKnowledge {
  const error = errorOf(contract, name);
  return { knows: "refused", status: error.status, error };
}

type Row = [
  contract: string,
  knows: string,
  state: StateOfKnowledge,
  send: Moves["send"],
  claims: string,
  more?: Partial<Moves>,
];

const rows: Row[] = [
  ["keyed", "nothing sent", { knows: "nothing-sent" }, "any", "failed unknown"],
  ["keyed", "connection refused", { knows: "not-sent" }, "any", "failed unknown"],
  [
    "keyed",
    "429, to be retried",
    refused("keyed", "rateLimited"),
    "same-key",
    "failed unknown",
    { waits: true },
  ],
  [
    "lookup-only",
    "429, to be retried, no key",
    refused("lookup-only", "rateLimited"),
    "any",
    "failed unknown",
    { waits: true },
  ],
  ["keyed", "a final refusal", refused("keyed", "declined"), "no", "failed unknown"],
  [
    "keyed",
    "a 404 that is not listed",
    { knows: "refused", status: 404, error: null },
    "no",
    "failed unknown",
  ],
  ["keyed", "in flight", lost({ knows: "in-flight" }), "same-key", "unknown", { waits: true, lookup: true }],
  [
    "naming-original",
    "in flight, no lookup",
    lost({ knows: "in-flight" }),
    "same-key",
    "unknown",
    { waits: true, lookup: false },
  ],
  ["keyed", "a mismatch", { knows: "mismatch" }, "no", "conflict unknown"],
  [
    "naming-original",
    "a refusal that names the original",
    { knows: "original-named", original: "PM1", read: "none" },
    "same-key",
    "succeeded unknown",
  ],
  [
    "natural",
    "a natural key that is taken",
    { knows: "original-named", original: null, read: "none" },
    "same-key",
    "unknown",
    { lookup: true },
  ],
  [
    "natural",
    "a natural key taken by ours",
    { knows: "original-named", original: null, read: "found-ours" },
    "same-key",
    "succeeded",
  ],
  [
    "natural",
    "a natural key taken by another",
    { knows: "original-named", original: null, read: "found-other" },
    "same-key",
    "failed conflict unknown",
  ],
  ["acknowledged", "an acknowledgement", { knows: "acknowledged" }, "same-key", "pending unknown"],
  ["acknowledged", "an outcome that failed", { knows: "outcome-failed" }, "no", "failed unknown"],
  ["keyed", "a receipt", { knows: "receipt" }, "no", "succeeded"],

  ["keyed", "no answer, key remembered", lost(), "same-key", "unknown", { lookup: true, hold: false }],
  [
    "keyed",
    "no answer, key remembered for a floor of 24 h, 23 h later",
    lost({ keyAgeMs: 23 * hour }),
    "same-key",
    "unknown",
  ],
  [
    "keyed",
    "no answer, 24 h later",
    lost({ keyAgeMs: 24 * hour }),
    "no",
    "unknown",
    { lookup: true, hold: false },
  ],
  [
    "current-state",
    "no answer, 6 h later, no lookup",
    lost({ keyAgeMs: 6 * hour }),
    "no",
    "unknown",
    { lookup: false, hold: true },
  ],
  ["natural", "no answer, key remembered for ever", lost({ keyAgeMs: 10_000 * hour }), "same-key", "unknown"],
  ["keyed", "no answer, no key sent", lost({ keySent: false }), "no", "unknown", { lookup: true }],
  [
    "keyed",
    "a listed error to be sent again under the key",
    lost(failed("keyed", "outage")),
    "same-key",
    "unknown",
  ],
  [
    "keyed",
    "a listed error not remembered but guarded",
    lost(failed("keyed", "serverError")),
    "same-key",
    "unknown",
  ],
  [
    "keyed-remembering",
    "a remembered failure",
    lost(failed("keyed-remembering", "apiError")),
    "same-key",
    "unknown",
    {
      lookup: true,
      hold: false,
      why: "A failure that the provider remembers was seen: the key can only bring it back again, so look it up.",
    },
  ],
  ["keyed", "a 502 that is not listed, guarded", lost(unlisted(502)), "same-key", "unknown"],

  [
    "lookup-only",
    "no answer, no key",
    lost({ keySent: false }),
    "no",
    "unknown",
    { lookup: true, hold: false },
  ],
  ["lookup-only", "found, ours", lost({ keySent: false, lookup: "found-ours" }), "no", "succeeded"],
  [
    "lookup-only",
    "found several",
    lost({ keySent: false, lookup: "found-several" }),
    "no",
    "unknown",
    { hold: true },
  ],
  [
    "lookup-only",
    "found another",
    lost({ keySent: false, lookup: "found-other" }),
    "no",
    "unknown",
    { hold: true },
  ],
  ["lookup-only", "absence proven", lost({ keySent: false, lookup: "absent" }), "any", "failed unknown"],
  [
    "unprovable",
    "no answer, a lag nobody published",
    lost({ keySent: false }),
    "no",
    "unknown",
    { lookup: true },
  ],
  [
    "nothing",
    "no answer, no means",
    lost({ keySent: false }),
    "no",
    "unknown",
    { lookup: false, hold: true },
  ],
  [
    "nothing",
    "a listed error that may have acted",
    lost({ keySent: false, ...failed("nothing", "fatalError") }),
    "no",
    "unknown",
    { hold: true },
  ],
  ["sets", "no answer, a repeat is harmless", lost({ keySent: false }), "any", "unknown", { hold: false }],
];

describe("nextMoves", () => {
  test.each(rows)("%s: %s", (contract, _knows, state, send, claims, more = {}) => {
    const moves = nextMoves(operationOf(contract), state);

    expect({ send: moves.send, claims: moves.claims.join(" ") }).toEqual({ send, claims });
    expect(moves).toMatchObject(more);
    expect(moves.pointer).toMatch(new RegExp(`^/operations/${operationOf(contract).name}`));
    expect(moves.why).toMatch(/^[A-Z].+\.$/);
  });

  test("a failure that slipped the memory of a provider that acts again forbids the key", () => {
    const operation = actsAgain("keyed");

    expect(nextMoves(operation, lost(unlisted(500))).send).toBe("no");
    expect(nextMoves(operation, lost(unlisted(404))).send).toBe("same-key");
  });

  test("a lost answer that can have been such a failure forbids the key, an in-flight refusal allows it again", () => {
    const operation = actsAgain("keyed");

    expect(nextMoves(operation, lost()).send).toBe("no");
    expect(nextMoves(operation, lost({ knows: "in-flight" })).send).toBe("same-key");
  });

  test("undocumented memory is read as none", () => {
    const operation = operationOf("keyed-remembering");
    const { idempotency } = operation;
    if (idempotency === null) throw new Error("it has a key");
    const silent: Operation = {
      ...operation,
      idempotency: {
        ...idempotency,
        unremembered: { promised: "runsAgain", enacted: "runsAgain" },
        remembers: { promised: null, enacted: ["success"] },
      },
    };

    expect(nextMoves(silent, lost(failed("keyed-remembering", "apiError"))).send).toBe("no");
  });

  test("a retention nobody published counts as long as it is assumed", () => {
    const operation = operationOf("keyed");
    const { idempotency } = operation;
    if (idempotency === null) throw new Error("it has a key");
    const assumed: Operation = {
      ...operation,
      idempotency: { ...idempotency, retention: { is: "unpublished", forMs: hour, from: "firstRequest" } },
    };

    expect(nextMoves(assumed, lost({ keyAgeMs: hour - 1 })).send).toBe("same-key");
    expect(nextMoves(assumed, lost({ keyAgeMs: hour })).send).toBe("no");
  });

  test("a listed failure that is to be held forbids the key, and leaves the lookup", () => {
    const operation = operationOf("keyed");
    const error: DeclaredError = { ...errorOf("keyed", "serverError"), next: "hold" };
    const held = lost({ answerLost: false, failures: [{ status: error.status, error }] });

    expect(nextMoves(operation, held)).toMatchObject({ send: "no", lookup: true, hold: false });
    expect(nextMoves({ ...operation, lookups: [] }, held)).toMatchObject({ send: "no", hold: true });
    expect(nextMoves(operation, { ...held, lookup: "absent" }).send).toBe("any");
  });

  test("the wait of the last failure counts", () => {
    const first = errorOf("keyed", "rateLimited");
    const state = lost({
      failures: [
        { status: 503, error: null },
        { status: 429, error: first },
      ],
    });

    expect(nextMoves(operationOf("keyed"), state)).toMatchObject({ send: "same-key", waits: true });
  });
});

/** The same contract with a provider that acts again where its answer was not remembered. */
function actsAgain(contract: string): Operation {
  const operation = operationOf(contract);
  const { idempotency } = operation;
  if (idempotency === null) throw new Error("it has a key");
  return {
    ...operation,
    idempotency: { ...idempotency, unremembered: { promised: "runsAgain", enacted: "runsAgain" } },
  };
}
