import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { only } from "../../../src/core/history.js";
import { counterContract, listen, senderTo, startAt } from "./receiver.js";

describe("a sender", () => {
  test("delivers an event as the contract says, signed, and writes down what came of it", async () => {
    await using receiver = await listen((response) => response.end('{"result":3}'));
    await using sender = senderTo(receiver);
    const event = sender.make({ name: "A" });

    const { end, success, delivery } = await sender.deliver({ events: ["A"] });

    const [got] = receiver.got;
    expect(got?.path).toBe("/webhooks");
    expect(JSON.parse(String(got?.body))).toEqual({ event_id: event.identity, kind: "increment", value: 3 });
    const material = `demo\n${String(got?.headers["x-delivery-id"])}\n${String(got?.headers["x-timestamp"])}\n${String(got?.body)}`;
    const secret = sender.sources.first.secrets[0] ?? "";
    expect(got?.headers["x-signature"]).toBe(createHmac("sha256", secret).update(material).digest("hex"));
    expect(Number(got?.headers["x-timestamp"])).toBeGreaterThanOrEqual(Math.floor(startAt / 1000));
    expect(success).toBe(true);
    expect(end).toMatchObject({ is: "answered", status: 200, body: '{"result":3}' });
    const entries = sender.journal.entries();
    expect(entries.map(({ kind }) => kind)).toEqual(["event-made", "delivery-sent", "delivery-answered"]);
    expect(only(entries, "delivery-sent")[0]).toMatchObject({
      delivery,
      events: ["A"],
      identities: [event.identity],
      source: "acme",
      attempt: 1,
      as: "plain",
      defects: [],
      complete: true,
    });
    expect(only(entries, "delivery-answered")[0]).toMatchObject({
      status: 200,
      body: { result: 3 },
      success: true,
    });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test("redelivers the same bytes with a new delivery id and a new signature", async () => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });
    await sender.deliver({ events: ["A"] });
    sender.clock.advance(60_000);

    await sender.deliver({ events: ["A"] });

    const [first, second] = receiver.got;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers["x-delivery-id"]).not.toBe(first?.headers["x-delivery-id"]);
    expect(Number(second?.headers["x-timestamp"])).toBeGreaterThanOrEqual(
      Number(first?.headers["x-timestamp"]) + 60,
    );
    expect(only(sender.journal.entries(), "delivery-sent").map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test("keeps time and delivery id of the first delivery where the contract says so", async () => {
    await using receiver = await listen();
    await using sender = senderTo(
      receiver,
      counterContract({
        delivery: "{ in: header, name: X-Delivery-Id, changesOnRedelivery: false }",
        redelivery: "{ when: [5xx], schedule: [0s, 1m], for: 2m, resigned: false }",
      }),
    );
    sender.make({ name: "A" });
    await sender.deliver({ events: ["A"] });
    sender.clock.advance(60_000);

    await sender.deliver({ events: ["A"] });

    const [first, second] = receiver.got;
    expect(second?.headers).toEqual(first?.headers);
  });

  test("makes events that differ in their identity alone, or in the value that varies, too", async () => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);

    const [a, b, c] = [
      sender.make({ name: "A" }),
      sender.make({ name: "B" }),
      sender.make({ name: "C", value: "varied" }),
    ];
    const d = sender.make({ name: "D", value: "varied" });

    expect(new Set([a.identity, b.identity, c.identity, d.identity]).size).toBe(4);
    expect(b.content).toEqual({ ...(a.content as object), event_id: b.identity });
    expect(c.content).toMatchObject({ value: 4 });
    expect(d.content).toMatchObject({ value: 5 });
  });

  test("keeps varied values within the bounds of the schema", () => {
    const contract = counterContract();
    const values = Array.from({ length: 120 }, (_, at) => at);
    return listen().then(async (receiver) => {
      await using _ = receiver;
      await using sender = senderTo(receiver, contract);

      const made = values.map((at) => sender.make({ name: `E${at}`, value: "varied" }));

      const numbers = made.map(({ content }) => (content as { value: number }).value);
      expect(Math.max(...numbers)).toBe(100);
      expect(Math.min(...numbers)).toBe(1);
    });
  });

  test("signs with the other source's secrets, under its name, where an event is another source's", async () => {
    await using receiver = await listen();
    await using sender = senderTo(
      receiver,
      counterContract({ source: "{ bound: credential, named: /account }", events: open }),
    );
    const a = sender.make({ name: "A" });
    const b = sender.make({ name: "B", source: "second", identityOf: "A" });

    await sender.deliver({ events: ["A"] });
    await sender.deliver({ events: ["B"] });

    expect(b.identity).toBe(a.identity);
    const bodies = receiver.got.map(({ body }) => JSON.parse(String(body)) as { account: string });
    expect(bodies.map(({ account }) => account)).toEqual(["acme", "globex"]);
    expect(sender.sources.first.secrets).not.toEqual(sender.sources.second.secrets);
    expect(only(sender.journal.entries(), "delivery-sent").map(({ source }) => source)).toEqual([
      "acme",
      "globex",
    ]);
  });

  test("counts the attempts where the event says which one it is", async () => {
    await using receiver = await listen();
    const counted = `
    increment:
      example: { event_id: "{{event.id}}", kind: increment, attempt: "{{delivery.attempt}}" }`;
    await using sender = senderTo(receiver, counterContract({ events: counted, fingerprint: "none" }));
    sender.make({ name: "A" });

    await sender.deliver({ events: ["A"] });
    await sender.deliver({ events: ["A"] });
    await sender.deliver({ events: ["A"], as: "same-bytes" });

    const attempts = receiver.got.map(
      ({ body }) => (JSON.parse(String(body)) as { attempt: number }).attempt,
    );
    expect(attempts).toEqual([1, 2, 2]);
  });

  test("puts events into one batch at its place, in the order given", async () => {
    await using receiver = await listen();
    await using sender = senderTo(receiver, counterContract({ batch: "{ events: /events }" }));
    const [a, b] = [sender.make({ name: "A" }), sender.make({ name: "B" })];

    await sender.deliver({ events: ["A", "B"] });

    expect(JSON.parse(String(receiver.got[0]?.body))).toEqual({ events: [a.content, b.content] });
  });

  test("signs with both secrets while one is rotated, in either order, and with each alone", async () => {
    await using receiver = await listen();
    await using sender = senderTo(
      receiver,
      counterContract({ signature: "{ scheme: stripe }", delivery: "none" }),
    );
    sender.make({ name: "A" });
    const before = sender.sources.first.secrets;
    const { secrets } = sender.rotate("first");

    await sender.deliver({ events: ["A"] });
    await sender.deliver({ events: ["A"], secrets: "allOldestFirst" });
    await sender.deliver({ events: ["A"], secrets: "newest" });
    await sender.deliver({ events: ["A"], secrets: "oldest" });

    const signatures = receiver.got.map(({ headers }) =>
      String(headers["stripe-signature"]).split(",").slice(1),
    );
    const [newest = "", oldest = ""] = signatures[0] ?? [];
    expect(secrets).toEqual([secrets[0], before[0]]);
    expect(signatures).toEqual([[newest, oldest], [oldest, newest], [newest], [oldest]]);
    expect(newest).not.toBe(oldest);
    expect(sender.endRotation("first").secrets).toEqual([secrets[0]]);
  });

  test("dates events about one object as they happened, and gives each other event an object of its own", async () => {
    await using receiver = await listen();
    await using sender = senderTo(
      receiver,
      counterContract({ order: "{ per: /ticket, age: /created }", events: open }),
    );

    const newer = sender.make({ name: "new" });
    const older = sender.make({ name: "old", about: "new", happenedMs: -3_600_000 });
    const other = sender.make({ name: "other" });

    const created = [newer, older].map(({ content }) => (content as { created: number }).created);
    expect(newer.content).toMatchObject({ ticket: 7 });
    expect(older.content).toMatchObject({ ticket: 7 });
    expect(created[1]).toBeLessThan(created[0] ?? 0);
    expect(other.content).toMatchObject({ ticket: 8 });
  });

  test.each([
    ["an event that nobody made", { events: ["A"] }, "No event is called 'A'. Known: B."],
    ["no events", { events: [] }, "A delivery of no events: name at least one."],
    [
      "a batch where events travel alone",
      { events: ["B", "B"] },
      "The contract says that each event travels alone (`batch`): deliver them one by one.",
    ],
    [
      "a variant that does not apply",
      { events: ["B"], as: "one-bad-item" as const },
      "No delivery of 'increment' as 'one-bad-item': each event travels alone.",
    ],
    [
      "the bytes of a delivery that was not made",
      { events: ["B"], as: "same-bytes" as const },
      "No delivery as 'same-bytes': B was not delivered before.",
    ],
  ])("refuses to deliver %s", async (_, order, message) => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);
    sender.make({ name: "B" });

    await expect(sender.deliver(order)).rejects.toThrow(message);
    expect(receiver.got).toEqual([]);
  });

  test("gives the same ids, secrets and bytes for the same seed", async () => {
    const contract = counterContract();
    const runs = await Promise.all(
      [1, 2].map(async () => {
        await using receiver = await listen();
        await using sender = senderTo(receiver, contract);
        sender.make({ name: "A" });
        await sender.deliver({ events: ["A"] });
        return [sender.sources, receiver.got[0]?.body.toString(), receiver.got[0]?.headers["x-delivery-id"]];
      }),
    );

    expect(runs[0]).toEqual(runs[1]);
  });
});

const open = `
    increment:
      example: { event_id: "{{event.id}}", kind: increment, value: 3, ticket: 7, created: "{{event.epochSeconds}}", account: "{{account}}" }
      varies: /value`;
