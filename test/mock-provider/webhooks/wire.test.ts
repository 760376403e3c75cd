import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { only } from "../../../src/core/history.js";
import { listen, senderTo } from "./receiver.js";

describe("a delivery on the wire", () => {
  test("travels in chunks, without a length", async () => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], wire: { chunkBytes: 7 } });

    expect(end).toMatchObject({ is: "answered", status: 200 });
    expect(receiver.got[0]?.headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(receiver.got[0]?.headers["content-length"]).toBeUndefined();
    expect(receiver.got[0]?.chunks).toBeGreaterThan(5);
    expect(JSON.parse(String(receiver.got[0]?.body))).toMatchObject({ value: 3 });
  });

  test("leaves in as many writes as asked for, with the length of the whole", async () => {
    const received: string[] = [];
    const server = createTcpServer((socket) => {
      socket.setNoDelay(true);
      socket.on("data", (chunk) => {
        received.push(chunk.toString());
        if (received.join("").endsWith("}")) socket.end("HTTP/1.1 204 No Content\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await using sender = senderTo({ url } as never);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], wire: { writes: 4 } });
    server.close();

    const [head = "", body = ""] = received.join("").split("\r\n\r\n");
    expect(end).toMatchObject({ is: "answered", status: 204 });
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(received.length).toBeGreaterThan(1);
  });

  test.each([
    ["lower" as const, "x-signature"],
    ["upper" as const, "X-SIGNATURE"],
    [undefined, "X-Signature"],
  ])("spells its header names as asked: %s", async (headerNames, name) => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    await sender.deliver({ events: ["A"], wire: headerNames === undefined ? {} : { headerNames } });

    expect(receiver.got[0]?.rawHeaders).toContain(name);
  });

  test.each(["fin", "rst"] as const)(
    "is given up once it was sent, by %s: the receiver has all of it",
    async (how) => {
      await using receiver = await listen(() => {});
      await using sender = senderTo(receiver);
      sender.make({ name: "A" });

      const { end, success } = await sender.deliver({
        events: ["A"],
        wire: { leaves: { when: "sent", how } },
      });
      await expect.poll(() => receiver.got.length).toBe(1);
      await expect.poll(() => receiver.sockets.size).toBe(0);

      expect(end).toMatchObject({ is: "lost", how: "left" });
      expect(success).toBe(false);
      expect(JSON.parse(String(receiver.got[0]?.body))).toMatchObject({ value: 3 });
      const kinds = sender.journal.entries().map(({ kind }) => kind);
      expect(kinds).toEqual(["event-made", "delivery-sent", "delivery-lost"]);
    },
  );

  test.each(["fin", "rst"] as const)("is given up once the receiver answered, by %s", async (how) => {
    await using receiver = await listen((response) => response.end("committed"));
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], wire: { leaves: { when: "answered", how } } });

    expect(end).toMatchObject({ is: "lost", how: "left" });
    expect(receiver.got).toHaveLength(1);
  });

  test("is lost as late when the receiver does not answer in time", async () => {
    await using receiver = await listen(() => {});
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], waitMs: 60 });

    expect(end).toMatchObject({ is: "lost", how: "late" });
    expect(only(sender.journal.entries(), "delivery-sent")[0]).toMatchObject({ complete: true });
  });

  test("is lost as refused where nobody listens", async () => {
    const gone = await listen();
    await gone[Symbol.asyncDispose]();
    await using sender = senderTo(gone);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"] });

    expect(end).toMatchObject({ is: "lost", how: "refused" });
    expect(only(sender.journal.entries(), "delivery-sent")[0]).toMatchObject({ complete: false });
  });

  test.each([
    ["closed", (socket: { destroy(): void }): void => socket.destroy()],
    ["reset", (socket: { resetAndDestroy(): void }): void => socket.resetAndDestroy()],
  ] as const)("is lost as %s when the receiver ends the connection so", async (how, finish) => {
    await using receiver = await listen((response) => {
      if (response.socket !== null) finish(response.socket);
    });
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"] });

    expect(end).toMatchObject({ is: "lost", how });
  });

  test("is lost when the answer stops in the middle", async () => {
    await using receiver = await listen((response) => {
      response.writeHead(200, { "Content-Length": "100" });
      response.write("half");
      setImmediate(() => response.destroy());
    });
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"] });

    expect(end).toMatchObject({ is: "lost", how: "closed" });
  });

  test("is lost as unreadable when the answer is no HTTP", async () => {
    await using receiver = await listen((response) => {
      response.socket?.end("hello\r\n\r\n");
    });
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"] });

    expect(end).toMatchObject({ is: "lost", how: "unreadable" });
  });

  test("takes an answer that comes before all of it was sent", async () => {
    const refusing = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      );
    });
    await new Promise<void>((resolve) => {
      refusing.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`;
    await using sender = senderTo({ url } as never);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], as: "oversized" });
    refusing.close();

    expect(end.is === "answered" ? end.status : end.how).toSatisfy((seen) =>
      [413, "closed", "reset"].includes(seen as never),
    );
  });

  test("reads an answer late where it is told to", async () => {
    await using receiver = await listen((response) => response.end("x"));
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });

    const { end } = await sender.deliver({ events: ["A"], wire: { readsAfterMs: 80 } });

    expect(end).toMatchObject({ is: "answered", status: 200 });
    expect(end.tookMs).toBeGreaterThan(70);
  });

  test("comes together with others: none is whole before all are there but for a byte", async () => {
    const arrivals: number[] = [];
    await using receiver = await listen((response, _, count) => {
      arrivals.push(count);
      response.end();
    });
    await using sender = senderTo(receiver);
    const names = ["A", "B", "C", "D", "E"];
    for (const name of names) sender.make({ name });

    const ends = await sender.together(names.map((name) => ({ events: [name] })));

    const entries = sender.journal.entries();
    const firstAnswer = entries.findIndex(({ kind }) => kind === "delivery-answered");
    const lastSent = entries.findLastIndex(({ kind }) => kind === "delivery-sent");
    expect(ends.map(({ success }) => success)).toEqual([true, true, true, true, true]);
    expect(arrivals).toHaveLength(5);
    expect(lastSent).toBeLessThan(firstAnswer);
  });

  test("ends with the sender, whatever is open", async () => {
    await using receiver = await listen(() => {});
    const sender = senderTo(receiver);
    sender.make({ name: "A" });
    const pending = sender.deliver({ events: ["A"] });
    await sender.journal.waitFor(({ kind }) => kind === "delivery-sent");

    await sender.close();

    expect((await pending).end).toMatchObject({ is: "lost", how: "left" });
  });
});
