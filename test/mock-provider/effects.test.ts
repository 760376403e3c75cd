import { describe, expect, it } from "vitest";
import { call, createTicket, entriesOf, open, startWith, type Reply } from "./world.js";

describe("an effect", () => {
  it("has the receipt and every other true name, as text", async () => {
    await using provider = await startWith(`
createTicket:
  request: { method: POST, path: /tickets, body: json, reference: /ref, example: { body: { ref: "{{businessKey}}" } } }
  answer:
    status: 201
    headers: { Location: "/tickets/{{effect.id}}" }
    receipt: { in: body, pointer: /id, also: [/number, /url] }
    body: { id: "{{effect.id}}", number: "{{digits 6}}", url: "https://t.example/{{effect.id}}", account: "{{account}}" }
  effect: { id: "{{sequence}}" }
`);

    const { body } = await call(provider, "POST", "/tickets", { body: { ref: "order-42" } });

    expect(body).toMatchObject({ id: 1, number: expect.stringMatching(/^\d{6}$/) as string });
    const { number } = body as { number: string };
    expect(provider.effects()).toMatchObject([
      {
        id: "1",
        operation: "createTicket",
        account: "acct_1",
        content: { ref: "order-42" },
        reference: "order-42",
        names: ["1", number, "https://t.example/1", "/tickets/1"],
        planted: false,
      },
    ]);
    expect(entriesOf(provider, "effect-committed")).toMatchObject([{ request: 1, effect: { id: "1" } }]);
  });

  it("may have its receipt in a header and an empty body", async () => {
    await using provider = await startWith(`
send:
  request: { method: POST, path: /mail, body: json }
  answer: { status: 202, is: receipt, headers: { X-Message-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Message-Id } }
  effect: { id: "{{alphanumeric 22}}" }
`);

    const reply = await call(provider, "POST", "/mail", { body: {} });

    expect([reply.status, reply.text]).toEqual([202, ""]);
    expect(provider.effects()[0]?.names).toEqual([reply.headers.get("x-message-id")]);
  });

  it("takes its id from the request where the client may choose it", async () => {
    await using provider = await startWith(
      createTicket.replace(`"tkt_{{sequence}}"`, `{ from: /id, otherwise: "{{uuid}}" }`),
    );

    const chosen = await open(provider, null, { id: "mine" });
    const given = await open(provider, null);

    expect(chosen.body).toMatchObject({ id: "mine" });
    expect(given.body).toMatchObject({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
    });
  });

  it("is read as its own representation", async () => {
    await using provider = await startWith(`
createTicket:
  request: { method: POST, path: /tickets, body: json }
  answer: { status: 201, receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}" } }
  effect: { id: "t{{sequence}}", representation: { id: "{{effect.id}}", subject: "{{request.body.subject}}", none: "{{request.body.none}}" } }
  lookup: [{ by: id, request: { method: GET, path: "/tickets/{id}" }, object: /ticket, answer: { ticket: "{{representation}}" } }]
`);
    await call(provider, "POST", "/tickets", { body: { subject: "Printer" } });

    const reply = await call(provider, "GET", "/tickets/t1");

    expect(reply.body).toEqual({ ticket: { id: "t1", subject: "Printer" } });
  });

  it("comes with the provider's own headers on every answer, new ones each time", async () => {
    const top = `provider: { name: T, docs: https://t.example, headers: { X-Request-Id: "{{uuid}}" } }`;
    await using provider = await startWith(createTicket, top);

    const ids = [
      (await open(provider, null)).headers.get("x-request-id"),
      (await call(provider, "GET", "/unknown")).headers.get("x-request-id"),
    ];

    expect(ids.every((id) => id !== null)).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });

  it("can be planted and removed from outside", async () => {
    await using provider = await startWith(createTicket);

    const planted = provider.plant({
      operation: "createTicket",
      account: "second",
      content: { subject: "Decoy" },
      parameters: {},
      reference: "order-42",
    });

    expect(planted).toMatchObject({ id: "tkt_1", account: "acct_2", planted: true, reference: "order-42" });
    expect([provider.remove("tkt_1"), provider.remove("tkt_1"), provider.effects()]).toEqual([
      true,
      false,
      [],
    ]);
    expect(entriesOf(provider, "effect-committed")).toMatchObject([{ request: null }]);
    expect(entriesOf(provider, "effect-removed")).toMatchObject([{ request: null, effect: "tkt_1" }]);
  });

  it("cannot be planted for an operation that does not exist", async () => {
    await using provider = await startWith(createTicket);

    const planting = {
      operation: "createTickets",
      account: "first" as const,
      content: {},
      parameters: {},
      reference: null,
    };

    expect(() => provider.plant(planting)).toThrow(
      "unknown operation 'createTickets'. Did you mean 'createTicket'?",
    );
  });

  it("is the same for the same seed, another for another", async () => {
    const operations = createTicket.replace("tkt_{{sequence}}", "{{alphanumeric 12}}");
    await using one = await startWith(operations);
    await using same = await startWith(operations);
    await using other = await startWith(operations, "", { seed: 8 });

    const ids = [await open(one, null), await open(same, null), await open(other, null)].map(
      ({ body }) => (body as { id: string }).id,
    );

    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});

const changing = `
createTicket:
  request: { method: POST, path: /tickets, body: json }
  answer: { status: 201, receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}" } }
  effect: { id: "tkt_{{sequence}}" }
  lookup: [{ by: id, request: { method: GET, path: "/tickets/{id}" }, object: "" }]
  compensation: { operation: cancelTicket }
cancelTicket:
  nature: removes
  request: { method: POST, path: "/tickets/{id}/cancel", body: none, example: { path: { id: tkt_example } } }
  answer: { status: 200, receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}", cancelled: true } }
  effect: { id: "{{request.path.id}}" }
setNote:
  nature: sets
  request: { method: PUT, path: "/notes/{name}", body: json, example: { path: { name: a }, body: { text: x } } }
  answer: { status: 200, receipt: { in: body, pointer: /name }, body: { name: "{{effect.id}}", text: "{{request.body.text}}" } }
  effect: { id: "{{request.path.name}}" }
  lookup: [{ by: id, request: { method: GET, path: "/notes/{id}" }, object: "" }]
`;

describe("what removes and sets", () => {
  it("removes the effect that the path names, and repeats harmlessly", async () => {
    await using provider = await startWith(changing);
    await call(provider, "POST", "/tickets", { body: {} });

    const replies = [
      await call(provider, "POST", "/tickets/tkt_1/cancel"),
      await call(provider, "POST", "/tickets/tkt_1/cancel"),
      await call(provider, "GET", "/tickets/tkt_1"),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(entriesOf(provider, "effect-removed")).toMatchObject([
      { request: 2, effect: "tkt_1", operation: "createTicket" },
    ]);
    expect(provider.effects().filter(({ operation }) => operation === "createTicket")).toEqual([]);
  });

  it("forgets what was removed with the oldest of what was made", async () => {
    await using provider = await startWith(changing, "", { keep: 3 });
    const cancel = (id: string): Promise<Reply> => call(provider, "POST", `/tickets/${id}/cancel`);

    for (let n = 1; n <= 5; n += 1) {
      await call(provider, "POST", "/tickets", { body: {} });
      await cancel(`tkt_${n}`);
    }

    expect([(await cancel("tkt_5")).status, (await cancel("tkt_1")).status]).toEqual([200, 404]);
  });

  it("knows nothing of what never was, the example's own subject aside", async () => {
    await using provider = await startWith(changing);

    const replies = [
      await call(provider, "POST", "/tickets/tkt_9/cancel"),
      await call(provider, "POST", "/tickets/tkt_example/cancel"),
    ];

    expect(replies.map(({ status }) => status)).toEqual([404, 200]);
    expect(entriesOf(provider, "request-refused")).toMatchObject([
      { refusal: "notFound", reason: "There is nothing at /tickets/tkt_9/cancel." },
    ]);
  });

  it("sets one thing anew instead of making a second", async () => {
    await using provider = await startWith(changing);

    await call(provider, "PUT", "/notes/a", { body: { text: "first" } });
    await call(provider, "PUT", "/notes/b", { body: { text: "other" } });
    await call(provider, "PUT", "/notes/a", { body: { text: "second" } });

    expect(provider.effects()).toMatchObject([
      { id: "a", content: { text: "second" } },
      { id: "b", content: { text: "other" } },
    ]);
    expect(entriesOf(provider, "effect-committed").map(({ effect }) => [effect.id, effect.content])).toEqual([
      ["a", { text: "first" }],
      ["b", { text: "other" }],
      ["a", { text: "second" }],
    ]);
    expect((await call(provider, "GET", "/notes/a")).body).toEqual({ name: "a", text: "second" });
  });

  it("answers an operation that only reads from the effect it names", async () => {
    await using provider = await startWith(`${changing}
readTicket:
  nature: reads
  request: { method: GET, path: "/v2/tickets/{id}", example: { path: { id: tkt_0 } } }
  answer: { status: 200, body: { ticket: "{{effect.id}}" } }
`);
    await call(provider, "POST", "/tickets", { body: {} });

    const replies = [
      await call(provider, "GET", "/v2/tickets/tkt_1"),
      await call(provider, "GET", "/v2/tickets/tkt_2"),
    ];

    expect(replies).toMatchObject([{ status: 200, body: { ticket: "tkt_1" } }, { status: 404 }]);
    expect(entriesOf(provider, "request-received").map(({ role }) => role)).toEqual([
      "write",
      "none",
      "none",
    ]);
  });
});
