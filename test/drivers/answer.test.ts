import { describe, expect, test } from "vitest";
import { claimsOf, readLine, type Asked } from "../../src/drivers/process/answer.js";

const asked: Asked = {
  open: (id) => (({ 1: "open", 3: "perform", 4: "reconcile", 5: "inspect" }) as const)[id],
  ever: (id) => id >= 1 && id <= 5,
};

const askedReceiver: Asked = {
  open: (id) => (({ 1: "open", 7: "applied", 8: "clock" }) as const)[id],
  ever: (id) => [1, 7, 8].includes(id),
};

describe("readLine", () => {
  test.for([
    ["text", "hello"],
    ["broken JSON", '{"id":3,"outcome":'],
    ["a list", '[{"id":3,"outcome":"unknown"}]'],
    ["another object", '{"id":3,"subject":"Printer"}'],
    ["a text as id", '{"id":"3","outcome":"unknown"}'],
    ["the provider's JSON", '{"id":77,"error":"x","type":"card_error"}'],
    ["a fractional id", '{"id":2.5,"outcome":"unknown"}'],
    ["no id", '{"outcome":"unknown"}'],
  ] as const)("takes %s for log output", ([, line]) => {
    expect(readLine(line, asked)).toEqual({ kind: "log" });
  });

  test.for([
    ['{"id":1,"protocol":1}', { id: 1, protocol: 1 }],
    ['{"id":1,"protocol":1,"capabilities":["inspect"]}', { id: 1, protocol: 1, capabilities: ["inspect"] }],
    [
      '  {"id":3,"outcome":"succeeded","reference":"tkt_1","extra":1}',
      { id: 3, outcome: "succeeded", reference: "tkt_1" },
    ],
    ['{"id":3,"outcome":"failed","reason":"429"}', { id: 3, outcome: "failed", reason: "429" }],
    ['{"id":3,"error":"boom"}', { id: 3, error: "boom" }],
    ['{"id":4,"outcomes":{}}', { id: 4, outcomes: {} }],
    [
      '{"id":4,"outcomes":{"__proto__":{"outcome":"unknown"}}}',
      { id: 4, outcomes: { ["__proto__"]: { outcome: "unknown" } } },
    ],
    ['{"id":5,"outcome":"absent"}', { id: 5, outcome: "absent" }],
    ['{"id":5,"outcome":"unknown","needsHuman":true}', { id: 5, outcome: "unknown", needsHuman: true }],
  ] as const)("takes %s for an answer", ([line, answer]) => {
    expect(readLine(line, asked)).toEqual({ kind: "answer", id: answer.id, answer });
  });

  test.for([
    ['{"id":1,"protocol":"1"}', '"protocol": expected 1, got "1"'],
    ['{"id":1,"outcome":"unknown"}', '"protocol": expected 1, got nothing'],
    [
      '{"id":1,"protocol":1,"capabilities":"inspect"}',
      '"capabilities": expected a list of texts, got "inspect"',
    ],
    [
      '{"id":3,"outcome":"absent"}',
      '"outcome": expected an outcome, got "absent". Known: conflict, failed, pending, succeeded, unknown.',
    ],
    [
      '{"id":3,"outcomes":{}}',
      '"outcome": expected an outcome, got nothing. Known: conflict, failed, pending, succeeded, unknown.',
    ],
    ['{"id":3,"outcome":"succeeded","reference":17}', '"reference": expected a text, got 17'],
    ['{"id":3,"outcome":"succeeded","reference":null}', '"reference": expected a text, got null'],
    ['{"id":3,"outcome":"failed","reason":{}}', '"reason": expected a text, got {}'],
    ['{"id":3,"outcome":"unknown","needsHuman":"yes"}', '"needsHuman": expected true or false, got "yes"'],
    ['{"id":3,"error":{"code":1}}', '"error": expected a text, got {"code":1}'],
    [
      '{"id":4,"outcome":"unknown"}',
      '"outcomes": expected an object with one claim per business key, got nothing',
    ],
    [
      '{"id":4,"outcomes":{"order-42":"unknown"}}',
      'the value in the claim about "order-42": expected an object, got "unknown"',
    ],
    [
      '{"id":4,"outcomes":{"order-42":{"outcome":"unknwon"}}}',
      `"outcome" in the claim about "order-42": expected an outcome, got "unknwon". Did you mean 'unknown'?`,
    ],
  ] as const)("refuses %s", ([line, problem]) => {
    const { id } = JSON.parse(line) as { id: number };

    expect(readLine(line, asked)).toEqual({
      kind: "invalid",
      id,
      detail: `answered message ${id} with ${line}: ${problem}`,
    });
  });

  test.for([
    [
      '{"id":7,"applied":[{"event":"e","source":"acme","result":3}],"accepted":["f"],"state":{"n":1},"met":1,"held":1}',
      {
        id: 7,
        applied: [{ event: "e", source: "acme", result: 3 }],
        accepted: ["f"],
        state: { n: 1 },
        met: 1,
        held: 1,
      },
    ],
    ['{"id":7,"applied":[]}', { id: 7, applied: [], accepted: [], state: null, met: 0, held: 0 }],
    ['{"id":8,"protocol":1}', { id: 8, protocol: 1 }],
    ['{"id":1,"protocol":1,"port":4711,"path":"/hooks"}', { id: 1, protocol: 1, port: 4711, path: "/hooks" }],
  ] as const)("takes %s for an answer of a receiver", ([line, answer]) => {
    expect(readLine(line, askedReceiver)).toEqual({ kind: "answer", id: answer.id, answer });
  });

  test.for([
    ['{"id":7,"applied":{}}', '"applied": expected a list of effects, got {}'],
    [
      '{"id":7,"applied":[{"event":1}]}',
      `"event" in effect 1 of "applied": expected the event's identity, a text, got 1`,
    ],
    ['{"id":7,"applied":[],"accepted":[1]}', '"accepted": expected a list of event identities, got [1]'],
    ['{"id":7,"applied":[],"met":-1}', '"met": expected a whole number, got -1'],
    ['{"id":1,"protocol":1,"port":0}', '"port": expected the number of a port, got 0'],
    ['{"id":1,"protocol":1,"path":"hooks"}', '"path": expected a path that begins with /, got "hooks"'],
  ] as const)("says what is wrong with %s", ([line, wrong]) => {
    expect(readLine(line, askedReceiver)).toMatchObject({
      kind: "invalid",
      detail: expect.stringContaining(wrong) as string,
    });
  });

  test("tells a second answer from one never asked for", () => {
    expect(readLine('{"id":2,"outcome":"unknown"}', asked)).toEqual({
      kind: "stray",
      detail: 'gave a second answer to message 2: {"id":2,"outcome":"unknown"}',
      again: { id: 2, claims: claimsOf({ outcome: "unknown" }) },
    });
    expect(readLine('{"id":6,"error":"x"}', asked)).toEqual({
      kind: "stray",
      detail: 'gave an answer to message 6, which was never asked: {"id":6,"error":"x"}',
      again: null,
    });
  });

  test("tells answers that claim the same from those that contradict each other", () => {
    const first = claimsOf({
      id: 2,
      outcomes: { a: { outcome: "failed", reason: "x" }, b: { outcome: "unknown" } },
    });

    expect(claimsOf({ outcomes: { b: { outcome: "unknown" }, a: { outcome: "failed" } } })).toBe(first);
    expect(claimsOf({ outcomes: { a: { outcome: "failed" }, b: { outcome: "succeeded" } } })).not.toBe(first);
    expect(claimsOf({ outcome: "succeeded", reference: "1" })).not.toBe(
      claimsOf({ outcome: "succeeded", reference: "2" }),
    );
  });
});
