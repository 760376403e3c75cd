import { describe, expect, it } from "vitest";
import { call, createTicketWith, entriesOf, open, startWith } from "./world.js";

const keyed = (more = ""): string =>
  createTicketWith(`
idempotency:
  key: { in: header, name: Idempotency-Key, minLength: 3, maxLength: 8, pattern: "^[a-z0-9]+$" }
  retention: { for: 24h, is: exact }
  mismatch: { status: 400, body: { code: mismatch, first: "{{original.id}}" } }
  inFlight: { status: 409, body: { code: in_flight }, headers: { Retry-After: "1" } }
  replay: { gives: storedAnswer, headers: { Replayed: "true" } }
${more}`);
const hour = 3_600_000;

describe("an idempotency key", () => {
  it("makes a repeat get the first answer and no second effect", async () => {
    await using provider = await startWith(keyed());

    const first = await open(provider, "key1");
    const repeat = await open(provider, "key1");

    expect([first.status, first.headers.get("replayed")]).toEqual([201, null]);
    expect([repeat.status, repeat.headers.get("replayed"), repeat.text]).toEqual([201, "true", first.text]);
    expect(provider.effects()).toHaveLength(1);
    expect(entriesOf(provider, "request-admitted")).toMatchObject([
      { request: 1, as: "first", original: null },
      { request: 2, as: "replay", original: 1 },
    ]);
    expect(entriesOf(provider, "request-answered")).toMatchObject([
      { by: "contract", name: null },
      { by: "replay", name: null },
    ]);
  });

  it("is not needed: without one every request makes an effect", async () => {
    await using provider = await startWith(keyed());

    await open(provider, null);
    await open(provider, null);

    expect(provider.effects()).toHaveLength(2);
    expect(entriesOf(provider, "request-admitted").map(({ as }) => as)).toEqual(["keyless", "keyless"]);
  });

  it.each([
    ["ab", "The idempotency key (header Idempotency-Key): expected 3 to 8 characters, got 2."],
    ["abcdefghi", "The idempotency key (header Idempotency-Key): expected 3 to 8 characters, got 9."],
    [
      "ABC",
      "The idempotency key (header Idempotency-Key): expected a text that matches ^[a-z0-9]+$, got 'ABC'.",
    ],
  ])("is refused as %s", async (key, reason) => {
    await using provider = await startWith(keyed());

    const reply = await open(provider, key);

    expect(reply).toMatchObject({ status: 400, body: { error: { message: reason } } });
    expect(entriesOf(provider, "request-refused")).toMatchObject([{ refusal: "invalid", reason }]);
  });

  it("is refused when it is missing and required", async () => {
    await using provider = await startWith(
      keyed().replace("minLength: 3", "required: true").replace("Idempotency-Key", "X-Key"),
    );

    const reply = await open(provider, null);

    expect(reply.body).toEqual({ error: { message: "The idempotency key is missing (header X-Key)." } });
  });

  it("with another payload is a mismatch, whatever the order of fields", async () => {
    await using provider = await startWith(keyed());
    await open(provider, "key1", { a: 1, b: 2 });

    const reordered = await open(provider, "key1", { b: 2, a: 1 });
    const other = await open(provider, "key1", { a: 1, b: 3 });

    expect(reordered.status).toBe(201);
    expect(other).toMatchObject({ status: 400, body: { code: "mismatch", first: "tkt_1" } });
    expect(entriesOf(provider, "request-answered").at(-1)).toMatchObject({ by: "refusal", name: "mismatch" });
  });

  it("takes neither a trailing slash nor unknown query parameters for another request", async () => {
    await using provider = await startWith(keyed());
    const post = (target: string): Promise<{ status: number }> =>
      call(provider, "POST", target, { body: {}, headers: { "Idempotency-Key": "key1" } });

    const statuses = [await post("/tickets"), await post("/tickets/"), await post("/tickets?trace=2")];

    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(provider.effects()).toHaveLength(1);
  });

  it.each([
    ["newEffect", ["mismatch", "replay"], 2],
    ["replay", ["replay", "replay"], 1],
  ])("with another payload is %s where the contract says so", async (mismatch, as, effects) => {
    const operations = keyed().replace(/mismatch: .*/, `mismatch: ${mismatch}`);
    await using provider = await startWith(operations);
    await open(provider, "key1", { a: 1 });

    await open(provider, "key1", { a: 2 });
    await open(provider, "key1", { a: 2 });

    expect(
      entriesOf(provider, "request-admitted")
        .slice(1)
        .map((entry) => entry.as),
    ).toEqual(as);
    expect(provider.effects()).toHaveLength(effects);
  });

  it("is not compared by payload with an empty fingerprint", async () => {
    await using provider = await startWith(keyed("  fingerprint: []"));
    await open(provider, "key1", { a: 1 });

    const reply = await open(provider, "key1", { a: 2 });

    expect(reply.status).toBe(201);
    expect(provider.effects()).toHaveLength(1);
  });

  it.each([
    ["firstRequest", [201, 201, 201], 2],
    ["lastRequest", [201, 201, 201], 1],
  ])("is remembered for its retention from the %s", async (from, statuses, effects) => {
    await using provider = await startWith(keyed().replace("is: exact", `is: exact, from: ${from}`));

    const replies = [await open(provider, "key1")];
    provider.clock.advance(23 * hour);
    replies.push(await open(provider, "key1"));
    provider.clock.advance(2 * hour);
    replies.push(await open(provider, "key1"));

    expect(replies.map(({ status }) => status)).toEqual(statuses);
    expect(provider.effects()).toHaveLength(effects);
    expect(entriesOf(provider, "request-admitted").at(-1)).toMatchObject(
      effects === 2 ? { as: "expired", original: 1 } : { as: "replay", original: 1 },
    );
  });

  it("is remembered for ever where the retention is permanent", async () => {
    await using provider = await startWith(keyed().replace("{ for: 24h, is: exact }", "{ is: permanent }"));
    await open(provider, "key1");

    provider.clock.advance(10 * 365 * 24 * hour);
    await open(provider, "key1");

    expect(provider.effects()).toHaveLength(1);
  });

  it.each([
    ["[account]", 2],
    ["[]", 1],
    ["[credential]", 2],
  ])("counts within the scope %s for two accounts", async (scope, effects) => {
    await using provider = await startWith(keyed(`  scope: ${scope}`), "credentials: { scheme: bearer }");
    const ask = { body: {}, headers: { "Idempotency-Key": "key1" } };

    await call(provider, "POST", "/tickets", ask);
    await call(provider, "POST", "/tickets", { ...ask, as: "second" });

    expect(provider.effects()).toHaveLength(effects);
  });

  it.each([
    ["[account]", [201, 400]],
    ["[account, operation]", [201, 201]],
  ])("counts within the scope %s for two operations", async (scope, statuses) => {
    const one = keyed(`  scope: ${scope}`);
    const other = one.replaceAll("createTicket", "createNote").replaceAll("/tickets", "/notes");
    await using provider = await startWith(`${one}\n${other}`);
    const ask = { body: {}, headers: { "Idempotency-Key": "key1" } };

    const replies = [
      await call(provider, "POST", "/tickets", ask),
      await call(provider, "POST", "/notes", ask),
    ];

    expect(replies.map(({ status }) => status)).toEqual(statuses);
  });

  it.each([
    ["{ in: body, pointer: /key }", "/tickets", { key: "key1" }],
    ["{ in: query, name: requestid }", "/tickets?requestid=key1", {}],
  ])("may travel as %s", async (key, target, body) => {
    await using provider = await startWith(keyed().replace(/key: \{ in: .*/, `key: ${key}`));

    await call(provider, "POST", target, { body });
    await call(provider, "POST", target, { body });

    expect(provider.effects()).toHaveLength(1);
    expect(entriesOf(provider, "request-received")[0]?.key).toBe("key1");
  });

  it("lets exactly one of twenty requests at the same instant run", async () => {
    await using provider = await startWith(keyed());

    const replies = await Promise.all(Array.from({ length: 20 }, () => open(provider, "key1")));

    expect(provider.effects()).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(entriesOf(provider, "request-admitted").filter(({ as }) => as === "first")).toHaveLength(1);
  });

  it("is in flight while the first request is held", async () => {
    await using provider = await startWith(keyed());
    const hold = provider.hold({}, "admitted");

    const first = open(provider, "key1");
    await hold.reached;
    const second = await open(provider, "key1");
    hold.release();

    expect(second).toMatchObject({ status: 409, body: { code: "in_flight" } });
    expect(second.headers.get("retry-after")).toBe("1");
    expect((await first).status).toBe(201);
    expect((await open(provider, "key1")).status).toBe(201);
    expect(provider.effects()).toHaveLength(1);
    expect(entriesOf(provider, "request-answered")[0]).toMatchObject({ by: "refusal", name: "inFlight" });
  });

  it("is not used up by a request that the schema refuses", async () => {
    const operations = keyed().replace("body: json", "body: json\n    schema: { required: [subject] }");
    await using provider = await startWith(operations);

    const refused = await call(provider, "POST", "/tickets", {
      body: {},
      headers: { "Idempotency-Key": "key1" },
    });
    const fine = await open(provider, "key1");

    expect([refused.status, fine.status]).toEqual([400, 201]);
  });

  it.each([
    ["[credentials]", 400, "mismatch"],
    ["[credentials, validation]", 400, undefined],
  ])("checked after %s decides what a bad repeat is told", async (checkedAfter, status, code) => {
    const operations = keyed(`  checkedAfter: ${checkedAfter}`).replace(
      "body: json",
      "body: json\n    schema: { required: [subject] }",
    );
    await using provider = await startWith(operations);
    await open(provider, "key1");

    const bad = await call(provider, "POST", "/tickets", {
      body: {},
      headers: { "Idempotency-Key": "key1" },
    });

    expect([bad.status, (bad.body as { code?: string }).code]).toEqual([status, code]);
  });
});
