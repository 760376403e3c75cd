import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import stall from "../../mock-provider/faults/stall.js";
import { RawClient, requestText } from "./raw-client.js";
import { call, createTicket, entriesOf, open, startWith } from "./world.js";

const faults = new Map([[stall.id, stall]]);

describe("the journal", () => {
  it("holds the life of a request in its order", async () => {
    await using provider = await startWith(createTicket);

    await open(provider, null);

    expect(provider.journal.entries().map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      "1 connection-opened",
      "2 request-received",
      "3 request-admitted",
      "4 effect-committed",
      "5 request-answered",
    ]);
  });

  it("says all about a request, with secrets masked", async () => {
    await using provider = await startWith(createTicket, "credentials: { scheme: bearer }");
    const token = provider.credentials.first["token"] as string;
    const text = JSON.stringify({ subject: "Zoë", external_id: "order-42" });

    await call(provider, "POST", "/tickets/?debug=1", {
      raw: text,
      headers: { "Content-Type": "application/json", Cookie: "session=abc", "X-Copy": token },
    });

    const [received] = entriesOf(provider, "request-received");
    expect(received).toMatchObject({
      request: 1,
      connection: 1,
      onConnection: 1,
      count: 1,
      operation: "createTicket",
      role: "write",
      lookup: null,
      method: "POST",
      path: "/tickets/",
      query: { debug: "1" },
      body: { subject: "Zoë", external_id: "order-42" },
      bodyBytes: Buffer.byteLength(text),
      bodyHash: createHash("sha256").update(text).digest("hex"),
      account: "acct_1",
      reference: "order-42",
    });
    expect(received?.headers).toMatchObject({
      authorization: "Bearer [masked]",
      cookie: "[masked]",
      "x-copy": "[masked]",
    });
    expect(JSON.stringify(provider.journal.entries())).not.toContain(token);
  });

  it("stamps with the provider's clock and with real time", async () => {
    await using provider = await startWith(createTicket);

    provider.clock.advance(86_400_000);
    await open(provider, null);

    const [moved, opened] = provider.journal.entries();
    expect(moved).toMatchObject({ kind: "clock-moved", byMs: 86_400_000 });
    expect((opened?.at ?? 0) - Date.parse("2026-12-01T12:00:00Z")).toBeLessThan(60_000);
    expect(opened?.wall).toBeLessThan(60_000);
  });

  it("tells who ended a connection, and how", async () => {
    await using provider = await startWith(createTicket);
    const client = await RawClient.open(provider.port);
    await client.exchange(requestText("POST", "/tickets", {}, {}));
    client.leave();
    await provider.journal.waitFor(({ kind }) => kind === "connection-closed");
    const other = await RawClient.open(provider.port);
    await other.exchange(requestText("POST", "/tickets", { Connection: "close" }, {}));
    await provider.journal.waitFor((entry) => entry.kind === "connection-closed" && entry.connection === 2);

    expect(entriesOf(provider, "connection-closed")).toMatchObject([
      { connection: 1, by: "connector", how: "fin" },
      { connection: 2, by: "provider", how: "fin" },
    ]);
  });

  it("says when and in which phase a request was abandoned", async () => {
    await using provider = await startWith(createTicket, "", { faults });
    provider.arm({ fault: "stall", at: "committed" });
    const client = await RawClient.open(provider.port);
    void client.exchange(requestText("POST", "/tickets", {}, {}));
    await provider.journal.waitFor(({ kind }) => kind === "fault-fired");

    client.leave();
    await provider.journal.waitFor(({ kind }) => kind === "request-abandoned");

    expect(entriesOf(provider, "request-abandoned")).toMatchObject([{ request: 1, phase: "committed" }]);
    expect(entriesOf(provider, "request-answered")).toEqual([]);
  });

  it("has nothing of a request that broke off before it was read", async () => {
    await using provider = await startWith(createTicket);
    const client = await RawClient.open(provider.port);
    void client.exchange("POST /tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    await provider.journal.waitFor(({ kind }) => kind === "connection-opened");

    client.leave();
    await provider.journal.waitFor(({ kind }) => kind === "connection-closed");

    expect(provider.journal.entries().map(({ kind }) => kind)).toEqual([
      "connection-opened",
      "connection-closed",
    ]);
  });
});

describe("a hold", () => {
  it.each(["received", "admitted", "committed"] as const)(
    "at %s keeps the request there until it is released, also when the client has gone",
    async (phase) => {
      await using provider = await startWith(createTicket);
      const hold = provider.hold({ operation: "createTicket" }, phase);
      const client = await RawClient.open(provider.port);
      void client.exchange(requestText("POST", "/tickets", {}, {}));

      const request = await hold.reached;
      const effectsWhileHeld = provider.effects().length;
      client.leave();
      await provider.journal.waitFor(({ kind }) => kind === "connection-closed");
      hold.release();
      await provider.journal.waitFor(({ kind }) => kind === "request-abandoned");

      expect([request, effectsWhileHeld, provider.effects().length]).toEqual([
        1,
        phase === "committed" ? 1 : 0,
        1,
      ]);
      expect(entriesOf(provider, "request-held")).toMatchObject([{ request: 1, phase }]);
      expect(entriesOf(provider, "request-released")).toMatchObject([{ request: 1, phase }]);
      expect(entriesOf(provider, "request-abandoned")).toMatchObject([{ request: 1, phase }]);
    },
  );

  it("at answered is reached when the answer is out", async () => {
    await using provider = await startWith(createTicket);
    const hold = provider.hold({}, "answered");

    const reply = await open(provider, null);
    await hold.reached;
    hold.release();

    expect(reply.status).toBe(201);
    expect(
      provider.journal
        .entries()
        .map(({ kind }) => kind)
        .slice(-2),
    ).toEqual(["request-answered", "request-held"]);
  });

  it("at connect keeps the connection before anything is read", async () => {
    await using provider = await startWith(createTicket);
    const hold = provider.hold({}, "connect");
    const reply = open(provider, null);

    await hold.reached;
    const received = entriesOf(provider, "request-received").length;
    hold.release();

    expect(received).toBe(0);
    expect((await reply).status).toBe(201);
  });

  it("that was released before a request came says so", async () => {
    await using provider = await startWith(createTicket);
    const hold = provider.hold({}, "committed");

    hold.release();

    expect(await hold.reached).toBeNull();
    expect((await open(provider, null)).status).toBe(201);
  });

  it("waits for the request that was asked for", async () => {
    await using provider = await startWith(createTicket);
    await open(provider, null);
    const hold = provider.hold({ nth: 2, businessKey: "order-4" }, "received");
    await open(provider, null, { external_id: "order-42" });
    await open(provider, null, { external_id: "order-4" });

    const held = open(provider, null, { external_id: "my order-4!" });
    const request = await hold.reached;
    hold.release();

    expect(request).toBe(4);
    expect((await held).status).toBe(201);
  });
});
