import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import refuseConnections from "../../mock-provider/faults/refuse-connections.js";
import stall from "../../mock-provider/faults/stall.js";
import type { Armed } from "../../mock-provider/provider.js";
import { Journal } from "../../src/core/journal.js";
import { RawClient, requestText } from "./raw-client.js";
import { call, createTicket, createTicketWith, entriesOf, open, startWith } from "./world.js";

const faults = new Map([refuseConnections, stall].map((fault) => [fault.id, fault]));

describe("a provider", () => {
  it("closes in under a second with a hundred requests pending", async () => {
    const provider = await startWith(createTicket, "", { faults });
    provider.arm({ fault: "stall", at: "received", times: Number.POSITIVE_INFINITY });
    const pending = Array.from({ length: 100 }, () => open(provider, null).catch(() => "lost"));
    let received = 0;
    await provider.journal.waitFor(({ kind }) => kind === "request-received" && (received += 1) === 100);

    const from = performance.now();
    await provider.close();
    const tookMs = performance.now() - from;

    expect(tookMs).toBeLessThan(1000);
    expect(new Set(await Promise.all(pending))).toEqual(new Set(["lost"]));
    expect(provider.effects()).toEqual([]);
  });

  it("starts on a port below those that systems hand out", async () => {
    await using provider = await startWith(createTicket);

    expect(provider.port).toBeGreaterThanOrEqual(20_000);
    expect(provider.port).toBeLessThan(32_768);
    expect(provider.baseUrl).toBe(`http://127.0.0.1:${provider.port}`);
  });

  it("says when its port is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, "127.0.0.1", resolve);
    });
    const { port } = taken.address() as { port: number };

    await expect(startWith(createTicket, "", { port })).rejects.toMatchObject({
      code: "port",
      message: expect.stringMatching(`^Cannot listen on port ${port}: .*EADDRINUSE`) as string,
    });
    taken.close();
  });

  it("comes back on the same port after it refused connections", async () => {
    await using provider = await startWith(createTicket, "", { faults });
    const armed = provider.arm({ fault: "refuse-connections", at: "connect" });

    const refused = await RawClient.open(provider.port);
    armed.disarm();

    expect([refused.isRefused, armed.fired()]).toEqual([true, 1]);
    expect((await open(provider, null)).status).toBe(201);
  });

  it("refuses connections until every fault that asks for it is disarmed", async () => {
    await using provider = await startWith(createTicket, "", { faults });
    const arm = (): Armed => provider.arm({ fault: "refuse-connections", at: "connect" });
    const [first, second] = [arm(), arm()];
    first.disarm();
    const whileSecond = await RawClient.open(provider.port);
    second.disarm();
    const third = arm();
    const rightAfterwards = await RawClient.open(provider.port);
    third.disarm();

    expect([whileSecond.isRefused, rightAfterwards.isRefused]).toEqual([true, true]);
    expect((await open(provider, null)).status).toBe(201);
  });

  it("forgets everything on reset, requests under way included", async () => {
    const operations = createTicketWith(
      "idempotency: { key: { in: header, name: Idempotency-Key }, retention: { for: 24h, is: exact }, inFlight: { status: 409 }, mismatch: { status: 422 } }",
    );
    await using provider = await startWith(operations);
    const startedAt = provider.clock.now();
    await open(provider, "key1");
    provider.clock.advance(3_600_000);
    const hold = provider.hold({}, "admitted");
    const held = open(provider, "key2").catch(() => "lost");
    await hold.reached;

    provider.reset();

    expect(await held).toBe("lost");
    expect(provider.effects()).toEqual([]);
    expect(provider.clock.now() - startedAt).toBeLessThan(60_000);
    const again = await open(provider, "key1", { another: "payload" });
    expect(again).toMatchObject({ status: 201, body: { id: "tkt_1" } });
    const entries = provider.journal.entries();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(provider.effects()).toHaveLength(1);
  });

  it("keeps only the newest effects and keys, and says what it forgot", async () => {
    const operations = createTicketWith(
      "idempotency: { key: { in: header, name: Idempotency-Key }, retention: { is: permanent }, inFlight: { status: 409 }, mismatch: { status: 422 } }",
    );
    await using provider = await startWith(operations, "", {
      keep: 3,
      journal: new Journal({ now: () => 0, wall: () => 0 }),
    });

    for (const key of ["k1", "k2", "k3", "k4", "k5"]) await open(provider, key);
    await open(provider, "k1");

    expect(provider.effects().map(({ id }) => id)).toEqual(["tkt_4", "tkt_5", "tkt_6"]);
    expect(entriesOf(provider, "evicted").map(({ what, count }) => `${count} ${what}`)).toContain(
      "1 effects",
    );
    expect(entriesOf(provider, "evicted").map(({ what, count }) => `${count} ${what}`)).toContain("1 keys");
    expect(entriesOf(provider, "request-admitted").at(-1)?.as).toBe("first");
  });

  it("writes into the journal it is given", async () => {
    const journal = new Journal({ now: () => 5, wall: () => 6 });
    await using provider = await startWith(createTicket, "", { journal });

    await open(provider, null);

    expect(provider.journal).toBe(journal);
    expect(journal.entries()[0]).toEqual({
      seq: 1,
      at: 5,
      wall: 6,
      kind: "connection-opened",
      connection: 1,
    });
  });

  it("serves one connection after another request on it", async () => {
    await using provider = await startWith(createTicket);
    const client = await RawClient.open(provider.port);
    const request = requestText("POST", "/tickets", {}, { subject: "x" });

    const seen = [await client.exchange(request), await client.exchange(request)];
    client.leave();

    expect(seen.map(({ status }) => status)).toEqual([201, 201]);
    expect(
      entriesOf(provider, "request-received").map(({ connection, onConnection }) => [
        connection,
        onConnection,
      ]),
    ).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it("answers HEAD as GET without a body", async () => {
    await using provider = await startWith(
      createTicketWith(`lookup: [{ by: id, request: { method: GET, path: "/tickets/{id}" }, object: "" }]`),
    );
    await open(provider, null);

    const reply = await call(provider, "HEAD", "/tickets/tkt_1");

    expect([reply.status, reply.text, reply.headers.get("content-length")]).toEqual([200, "", "34"]);
  });
});

describe("a mistake in a fault", () => {
  it("is told of, and the client gets an answer", async () => {
    const bugs: unknown[] = [];
    const broken = {
      ...stall,
      id: "broken",
      fire: () => {
        throw new Error("broken");
      },
    };
    await using provider = await startWith(createTicket, "", {
      faults: new Map([["broken", broken]]),
      onBug: (error) => bugs.push(error),
    });
    provider.arm({ fault: "broken", at: "received" });

    const replies = [await open(provider, null), await open(provider, null)];

    expect(replies.map(({ status }) => status)).toEqual([500, 201]);
    expect(bugs).toMatchObject([{ message: "broken" }]);
  });
});
