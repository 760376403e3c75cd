import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { only } from "../../src/core/history.js";
import type { JsonObject } from "../../src/core/json.js";
import type { Phase } from "../../src/core/phase.js";
import {
  exchange,
  findTicket,
  listens,
  payout,
  poll,
  startPayouts,
  startTickets,
  ticket,
} from "./conversation.js";
import { RawClient, type Seen } from "./raw-client.js";

const before = ["connect", "received", "admitted"] as const;
const after = ["committed", "answered"] as const;

async function met(
  fault: string,
  at: Phase,
  options: JsonObject = {},
): Promise<{ seen: Seen; again: Seen; effects: number; effectsAgain: number; provider: Provider }> {
  await using provider = await startTickets();
  provider.arm({ fault, at, options });
  const seen = await exchange(provider, ticket(provider, "first"));
  const effects = provider.effects().length;
  const again = await exchange(provider, ticket(provider, "first"));
  return { seen, again, effects, effectsAgain: provider.effects().length, provider };
}

function body(seen: Seen): string {
  return seen.text.slice(seen.text.indexOf("\r\n\r\n") + 4);
}

describe("faults on the wire", () => {
  it.each([
    ["reset-connection", "rst"],
    ["close-connection", "fin"],
    ["stall", "gave-up"],
  ])("%s shows as %s, without an effect before the commit and with one after it", async (fault, end) => {
    for (const at of [...before, ...after]) {
      const { seen, again, effects, effectsAgain } = await met(fault, at);
      const committed = after.some((phase) => phase === at) ? 1 : 0;

      expect([at, seen.end, seen.text, effects]).toEqual([at, end, "", committed]);
      expect([at, again.status, effectsAgain]).toEqual([at, 201, 1]);
    }
  });

  it("refuse-connections closes idle connections and refuses new ones until it is disarmed", async () => {
    await using provider = await startTickets();
    const idle = await RawClient.open(provider.port);
    await idle.exchange(findTicket(provider, "none"));
    const armed = provider.arm({ fault: "refuse-connections", at: "connect" });

    expect((await idle.exchange("")).end).toBe("fin");
    expect((await exchange(provider, ticket(provider, "first"))).end).toBe("refused");
    expect((await exchange(provider, ticket(provider, "first"))).end).toBe("refused");
    expect(armed.fired()).toBe(1);
    armed.disarm();
    await listens(provider.port);
    expect((await exchange(provider, ticket(provider, "first"))).status).toBe(201);
  });

  it.each([
    ["admitted", 0],
    ["committed", 1],
  ] as const)(
    "answer-with by the provider at %s leaves %i effects and its own answer",
    async (at, expected) => {
      const options = { status: 503, headers: { "X-Why": "outage" }, body: { code: "OUTAGE" } };
      const { seen, effects, effectsAgain } = await met("answer-with", at, options);

      expect([seen.end, seen.status, body(seen)]).toEqual(["answer", 503, '{"code":"OUTAGE"}']);
      expect(seen.text).toContain("\r\nX-Why: outage\r\n");
      expect([effects, effectsAgain]).toEqual([expected, 1]);
    },
  );

  it("answer-with by a gateway after the commit leaves the provider's own success stored", async () => {
    const options = {
      status: 502,
      by: "gateway",
      headers: { "Content-Type": "text/html" },
      body: "<p>Bad gateway",
    };
    const { seen, again, effects, effectsAgain } = await met("answer-with", "committed", options);

    expect([seen.status, body(seen), effects]).toEqual([502, "<p>Bad gateway", 1]);
    expect([again.status, effectsAgain]).toEqual([201, 1]);
  });

  it("answer-with by a gateway before the provider keeps the request from it", async () => {
    const { seen, effects, provider } = await met("answer-with", "received", { status: 502, by: "gateway" });

    expect([seen.status, effects]).toEqual([502, 0]);
    expect(only(provider.journal.entries(), "request-admitted").map(({ as }) => as)).toEqual(["first"]);
  });

  it.each([
    ["content-length", "fin", /content-length: (\d+)/i],
    ["content-length", "rst", /content-length: (\d+)/i],
    ["chunked", "fin", /transfer-encoding: chunked/i],
    ["chunked", "rst", /transfer-encoding: chunked/i],
  ])("truncate-answer framed by %s breaks off in the body and ends with %s", async (framing, end, header) => {
    const { seen, again, effects } = await met("truncate-answer", "answered", { framing, end });

    expect([seen.end, seen.status, effects]).toEqual([end, 201, 1]);
    expect(seen.text).toMatch(header);
    expect(body(seen).length).toBeGreaterThan(0);
    expect(body(again)).toContain(body(seen).replace(/^[0-9a-f]+\r\n|\r\n$/g, ""));
    expect(seen.text).not.toMatch(/0\r\n\r\n$/);
  });

  it.each(["fin", "rst"])(
    "truncate-answer in the headers shows a whole status line and ends with %s",
    async (end) => {
      const { seen, effects } = await met("truncate-answer", "answered", { part: "headers", end });

      expect([seen.end, seen.status, effects]).toEqual([end, 201, 1]);
      expect(seen.text).toMatch(/^HTTP\/1\.1 201 Created\r\n[\w-]+/);
      expect(seen.text).not.toContain("\r\n\r\n");
    },
  );

  it("garble-answer sends bytes that are no HTTP, then FIN", async () => {
    const { seen, effects } = await met("garble-answer", "answered");

    expect([seen.end, seen.status, effects]).toEqual(["fin", null, 1]);
    expect(seen.text).toContain("no HTTP here");
  });

  it.each([
    [true, /content-type: application\/json/i],
    [false, /^(?![^]*content-type)/i],
  ])("empty-answer keeps the status, sends no body, content type: %s", async (contentType, header) => {
    const { seen, effects } = await met("empty-answer", "answered", { contentType });

    expect([seen.end, seen.status, body(seen), effects]).toEqual(["answer", 201, "", 1]);
    expect(seen.text).toMatch(/content-length: 0/i);
    expect(seen.text).toMatch(header);
  });

  it("slow-answer sends the same answer, late", async () => {
    const { seen, again, provider } = await met("slow-answer", "answered", { afterMs: 60 });
    const [slow] = only(provider.journal.entries(), "request-answered");

    expect([seen.end, seen.status, body(seen)]).toEqual(["answer", 201, body(again)]);
    expect(slow?.tookMs).toBeGreaterThanOrEqual(60);
  });

  it("dribble-answer sends the same answer in pieces", async () => {
    const { seen, again } = await met("dribble-answer", "answered", { bytes: 40, everyMs: 5 });

    expect([seen.end, seen.status, body(seen)]).toEqual(["answer", 201, body(again)]);
    expect(seen.pieces).toBeGreaterThan(1);
  });

  it.each([307, 308, 302, 303])("redirect sends %i to where the request came, once", async (status) => {
    const { seen, again, effects, effectsAgain } = await met("redirect", "received", { status });

    expect([seen.status, effects]).toEqual([status, 0]);
    expect(seen.text).toMatch(/^Location: \/v1\/tickets\r$/m);
    expect([again.status, effectsAgain]).toEqual([201, 1]);
  });

  it("redirect goes where it is told", async () => {
    const { seen } = await met("redirect", "received", { location: "https://elsewhere.example/v1" });

    expect(seen.text).toMatch(/^Location: https:\/\/elsewhere\.example\/v1\r$/m);
  });

  it("incomplete-lookup answers without the match that exists", async () => {
    await using provider = await startTickets();
    await exchange(provider, ticket(provider, "first"));
    // Past the lag of the lookup.
    provider.clock.advance(10_000);
    provider.arm({ fault: "incomplete-lookup", at: "admitted" });
    const without = await exchange(provider, findTicket(provider, "first"));
    const whole = await exchange(provider, findTicket(provider, "first"));

    expect([without.status, body(without)]).toEqual([200, '{"tickets":[],"next":null}']);
    expect(body(whole)).toContain('"external_id":"first"');
  });

  it.each([
    ["failed", "error"],
    ["never", "queued"],
    ["succeeded", "done"],
  ])("settle-outcome %s: the poll says %s", async (outcome, state) => {
    await using provider = await startPayouts();
    provider.arm({ fault: "settle-outcome", at: "committed", options: { outcome } });
    const seen = await exchange(provider, payout(provider, "first"));
    const { job } = JSON.parse(body(seen)) as { job: { id: string } };
    provider.clock.advance(3_600_000);

    expect(body(await exchange(provider, poll(provider, job.id)))).toContain(`"status":"${state}"`);
  });
});
