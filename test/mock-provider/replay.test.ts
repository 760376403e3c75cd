import { describe, expect, it } from "vitest";
import answerWith from "../../mock-provider/faults/answer-with.js";
import type { Provider } from "../../mock-provider/provider.js";
import { createTicketWith, entriesOf, open, startWith } from "./world.js";

const keyed = (more: string): string =>
  createTicketWith(`
idempotency:
  key: { in: header, name: Idempotency-Key }
  retention: { for: 24h, is: floor }
  mismatch: { status: 422 }
  inFlight: { status: 409 }
${more}
lookup: [{ by: id, request: { method: GET, path: "/tickets/{id}" }, object: "", absent: { status: 404, body: { code: gone } } }]`);

const faults = new Map([[answerWith.id, answerWith]]);

function failOnce(provider: Provider, status: number, at: "admitted" | "committed", by = "provider"): void {
  provider.arm({ fault: "answer-with", at, options: { status, body: { code: status }, by } });
}

describe("a replay", () => {
  it("may give the current state, with a status of its own", async () => {
    await using provider = await startWith(keyed("  replay: { gives: currentState, status: 200 }"));
    await open(provider, "key1");

    const repeat = await open(provider, "key1");

    expect(repeat).toMatchObject({ status: 200, body: { id: "tkt_1", subject: "Printer" } });
  });

  it("of the current state says absent when the effect is gone", async () => {
    await using provider = await startWith(keyed("  replay: { gives: currentState }"));
    await open(provider, "key1");

    provider.remove("tkt_1");

    expect(await open(provider, "key1")).toMatchObject({ status: 404, body: { code: "gone" } });
    expect(provider.effects()).toEqual([]);
  });

  it("of the stored answer outlives the effect", async () => {
    await using provider = await startWith(keyed("  replay: { gives: storedAnswer }"));
    await open(provider, "key1");

    provider.remove("tkt_1");

    expect(await open(provider, "key1")).toMatchObject({ status: 201, body: { id: "tkt_1" } });
  });

  it("may be a refusal", async () => {
    await using provider = await startWith(
      keyed("  replay: { gives: refusal, status: 409, body: { code: duplicate } }"),
    );
    await open(provider, "key1");

    expect(await open(provider, "key1")).toMatchObject({ status: 409, body: { code: "duplicate" } });
    expect(entriesOf(provider, "request-answered").at(-1)?.by).toBe("replay");
  });

  it.each([
    [
      "from its own template",
      `{ gives: refusalNamingOriginal, status: 409, body: { error: { id: "{{original.id}}" } }, original: { in: body, pointer: /error/id } }`,
      { error: { id: "tkt_1" } },
    ],
    [
      "at the pointer",
      "{ gives: refusalNamingOriginal, status: 409, original: { in: body, pointer: /links/resource } }",
      { links: { resource: "tkt_1" } },
    ],
    [
      "inside a text that the pattern reads",
      `{ gives: refusalNamingOriginal, status: 409, original: { in: body, pointer: /message, pattern: "Existing ID: (\\\\w+)" } }`,
      { message: "Existing ID: tkt_1" },
    ],
  ])("may be a refusal that names the original %s", async (_, replay, body) => {
    await using provider = await startWith(keyed(`  replay: ${replay}`));
    await open(provider, "key1");

    expect(await open(provider, "key1")).toMatchObject({ status: 409, body });
  });

  it("gives a failure for ever where failures are remembered", async () => {
    await using provider = await startWith(
      keyed(
        "  remembers: [success, serverError]\n  replay: { gives: currentState, headers: { Replayed: yes } }",
      ),
      "",
      { faults },
    );
    failOnce(provider, 500, "committed");

    const replies = [await open(provider, "key1"), await open(provider, "key1")];

    expect(replies).toMatchObject([
      { status: 500, body: { code: 500 } },
      { status: 500, body: { code: 500 } },
    ]);
    expect(provider.effects()).toHaveLength(1);
    expect(entriesOf(provider, "request-answered").map(({ by }) => by)).toEqual(["fault", "replay"]);
  });

  it.each([
    ["guarded", "replay", 1],
    ["runsAgain", "first", 2],
  ])("of a failure that is not remembered, %s, is taken as %s", async (unremembered, as, effects) => {
    await using provider = await startWith(
      keyed(`  remembers: [success]\n  unremembered: ${unremembered}`),
      "",
      { faults },
    );
    failOnce(provider, 503, "committed");

    const replies = [await open(provider, "key1"), await open(provider, "key1")];

    expect(replies.map(({ status }) => status)).toEqual([503, 201]);
    expect(entriesOf(provider, "request-admitted").at(-1)?.as).toBe(as);
    expect(provider.effects()).toHaveLength(effects);
  });

  it("remembers a failure before the commit, too", async () => {
    await using provider = await startWith(keyed("  remembers: [success, clientError]"), "", { faults });
    failOnce(provider, 402, "admitted");

    const replies = [await open(provider, "key1"), await open(provider, "key1")];

    expect(replies.map(({ status }) => status)).toEqual([402, 402]);
    expect(provider.effects()).toEqual([]);
  });

  it.each(["admitted", "committed"] as const)("knows nothing of what a gateway says at %s", async (at) => {
    await using provider = await startWith(keyed("  remembers: [success, serverError]"), "", { faults });
    failOnce(provider, 502, at, "gateway");

    const replies = [await open(provider, "key1"), await open(provider, "key1")];

    expect(replies.map(({ status }) => status)).toEqual([502, 201]);
    expect(provider.effects()).toHaveLength(1);
  });

  it("is not asked when a gateway fails in the contract's own words", async () => {
    const top = `provider: { name: T, docs: https://t.example, refusals: { gateway: { body: "<p>Bad</p>", headers: { Content-Type: text/html } } } }`;
    await using provider = await startWith(keyed(""), top, { faults });
    provider.arm({ fault: "answer-with", at: "received", options: { status: 503, by: "gateway" } });

    const reply = await open(provider, "key1");

    expect([reply.status, reply.text, reply.headers.get("content-type")]).toEqual([
      503,
      "<p>Bad</p>",
      "text/html",
    ]);
    expect(entriesOf(provider, "request-admitted")).toEqual([]);
  });

  it("passes the phase committed, as the effect exists", async () => {
    await using provider = await startWith(keyed(""), "", { faults });
    await open(provider, "key1");
    failOnce(provider, 500, "committed");

    const replies = [await open(provider, "key1"), await open(provider, "key1")];

    expect(replies.map(({ status }) => status)).toEqual([500, 201]);
    expect(provider.effects()).toHaveLength(1);
  });
});

describe("a natural key", () => {
  const natural = createTicketWith(`
idempotency:
  key: { in: body, pointer: /email }
  is: natural
  fingerprint: []
  retention: { is: permanent }
  replay: { gives: refusalNamingOriginal, status: 409, original: { in: body, pointer: /existing } }
  inFlight: { status: 409 }`);

  it("collides with what others made", async () => {
    await using provider = await startWith(natural);
    const planted = provider.plant({
      operation: "createTicket",
      account: "first",
      content: { subject: "Other", email: "a@b.c" },
      parameters: {},
      reference: null,
    });

    const reply = await open(provider, null, { email: "a@b.c" });

    expect(reply).toMatchObject({ status: 409, body: { existing: planted.id } });
    expect(provider.effects()).toEqual([planted]);
  });

  it("is free again when its effect is removed", async () => {
    await using provider = await startWith(natural);
    await open(provider, null, { email: "a@b.c" });
    provider.remove("tkt_1");

    expect((await open(provider, null, { email: "a@b.c" })).status).toBe(201);
  });
});
