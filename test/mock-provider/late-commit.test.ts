import { describe, expect, it } from "vitest";
import { only } from "../../src/core/history.js";
import { exchange, findTicket, startTickets, ticket } from "./conversation.js";
import { RawClient } from "./raw-client.js";

const admissions = ["received", "admitted"] as const;

describe("late-commit", () => {
  it.each(admissions)("at %s commits when the client has gone", async (at) => {
    await using provider = await startTickets();
    provider.arm({ fault: "late-commit", at });
    const seen = await exchange(provider, ticket(provider, "first"));
    await provider.journal.waitFor(({ kind }) => kind === "effect-committed");

    expect([seen.end, seen.text]).toEqual(["gave-up", ""]);
    expect(provider.effects()).toHaveLength(1);
    expect((await exchange(provider, ticket(provider, "first"))).status).toBe(201);
    expect(provider.effects()).toHaveLength(1);
  });

  it.each([
    ["close", "fin"],
    ["reset", "rst"],
  ])("cuts the client off with %s and commits all the same", async (client, end) => {
    await using provider = await startTickets();
    provider.arm({ fault: "late-commit", at: "received", options: { client } });
    const seen = await exchange(provider, ticket(provider, "first"));
    await provider.journal.waitFor(({ kind }) => kind === "effect-committed");

    expect([seen.end, seen.text]).toEqual([end, ""]);
    expect(provider.effects()).toHaveLength(1);
  });

  it.each(admissions)("at %s commits when the clock has come so far, and not before", async (at) => {
    await using provider = await startTickets();
    provider.arm({ fault: "late-commit", at, options: { until: { clockMs: 60_000 }, client: "close" } });
    await exchange(provider, ticket(provider, "first"));

    provider.clock.advance(30_000);
    expect(provider.effects()).toHaveLength(0);
    provider.clock.advance(30_000);
    await provider.journal.waitFor(({ kind }) => kind === "effect-committed");
    expect(provider.effects()).toHaveLength(1);
  });

  it("commits when the journal shows a moment, after a lookup has said absent", async () => {
    await using provider = await startTickets();
    const until = { journal: { kind: "request-answered", role: "lookup", sameOperation: true } };
    provider.arm({ fault: "late-commit", at: "received", options: { until, client: "reset" } });
    await exchange(provider, ticket(provider, "first"));

    const absent = await exchange(provider, findTicket(provider, "first"));
    await provider.journal.waitFor(({ kind }) => kind === "effect-committed");
    provider.clock.advance(10_000);

    expect(absent.text).toContain('"tickets":[]');
    expect((await exchange(provider, findTicket(provider, "first"))).text).toContain('"external_id":"first"');
  });

  it("at admitted keeps the key in flight meanwhile", async () => {
    await using provider = await startTickets();
    const options = { until: { clockMs: 60_000 }, client: "close" };
    provider.arm({ fault: "late-commit", at: "admitted", options });
    await exchange(provider, ticket(provider, "first"));

    expect((await exchange(provider, ticket(provider, "first"))).status).toBe(409);
    provider.clock.advance(60_000);
    await provider.journal.waitFor(({ kind }) => kind === "effect-committed");
    expect((await exchange(provider, ticket(provider, "first"))).status).toBe(201);
    expect(provider.effects()).toHaveLength(1);
  });
});

describe("a kept-alive connection that dies on reuse", () => {
  it.each([
    ["reset-connection", "received", "rst", 1],
    ["close-connection", "received", "fin", 1],
    ["reset-connection", "committed", "rst", 2],
    ["close-connection", "committed", "fin", 2],
  ] as const)("%s at %s shows as %s and leaves %i effects", async (fault, at, end, effects) => {
    await using provider = await startTickets();
    provider.arm({ fault, at, on: { reusedConnection: true } });
    const client = await RawClient.open(provider.port);

    const warm = await client.exchange(ticket(provider, "warm-up"));
    const fresh = await exchange(provider, findTicket(provider, "warm-up"));
    const dead = await client.exchange(ticket(provider, "second"));

    expect([warm.status, fresh.status, dead.end, dead.text]).toEqual([201, 200, end, ""]);
    expect(provider.effects()).toHaveLength(effects);
    expect(only(provider.journal.entries(), "fault-fired")).toMatchObject([{ fault, phase: at, request: 3 }]);
  });
});
