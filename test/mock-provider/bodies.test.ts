import { describe, expect, it } from "vitest";
import { call, createTicket, entriesOf, startWith } from "./world.js";

const form = `
createCharge:
  request:
    method: POST
    path: /charges
    body: [json, form]
    reference: /metadata/order_id
    example: { body: { amount: 1, metadata: { order_id: "{{businessKey}}" } } }
    schema:
      type: object
      required: [amount]
      properties: { amount: { type: integer }, live: { type: boolean } }
  answer:
    status: 200
    receipt: { in: body, pointer: /id }
    body: { id: "{{effect.id}}", amount: "{{request.body.amount}}" }
  effect: { id: "ch_{{sequence}}" }
`;
const formType = { "Content-Type": "application/x-www-form-urlencoded" };

describe("request bodies", () => {
  it("reads nested form keys and converts their values by the schema", async () => {
    await using provider = await startWith(form);

    const reply = await call(provider, "POST", "/charges", {
      raw: "amount=2000&live=true&metadata[order_id]=order-42&items[0][price]=p1&items[1][price]=p2",
      headers: formType,
    });

    expect(reply.body).toEqual({ id: "ch_1", amount: 2000 });
    expect(provider.effects()).toMatchObject([
      {
        reference: "order-42",
        content: {
          amount: 2000,
          live: true,
          metadata: { order_id: "order-42" },
          items: [{ price: "p1" }, { price: "p2" }],
        },
      },
    ]);
  });

  it("refuses what the schema does not allow, and says where", async () => {
    await using provider = await startWith(form);

    const replies = [
      await call(provider, "POST", "/charges", { raw: "amount=lots", headers: formType }),
      await call(provider, "POST", "/charges", { body: { amount: "2000" } }),
      await call(provider, "POST", "/charges", { raw: "", headers: formType }),
    ];

    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [400, { error: { message: "/amount must be integer." } }],
      [400, { error: { message: "/amount must be integer." } }],
      [400, { error: { message: "The body must have required property 'amount'." } }],
    ]);
    expect(provider.effects()).toEqual([]);
  });

  it.each([
    ["text/xml", "<a/>", "The body: expected JSON, a form or multipart, got Content-Type 'text/xml'."],
    ["application/json", "{", "The body is not JSON: "],
    ["application/x-www-form-urlencoded", "a=1", "The body: expected json, got form."],
  ])("refuses a body of type %s that an operation does not take", async (type, raw, reason) => {
    await using provider = await startWith(createTicket);

    const reply = await call(provider, "POST", "/tickets", { raw, headers: { "Content-Type": type } });

    expect(reply.status).toBe(400);
    expect(entriesOf(provider, "request-refused")[0]?.reason).toContain(reason);
  });

  it("refuses a body over ten mebibytes and keeps the connection usable", async () => {
    await using provider = await startWith(createTicket);

    const reply = await call(provider, "POST", "/tickets", {
      body: { subject: "x".repeat(10 * 1024 * 1024) },
    });
    const next = await call(provider, "POST", "/tickets", { body: { subject: "short" } });

    expect([reply.status, next.status]).toEqual([400, 201]);
    expect(entriesOf(provider, "request-refused")[0]?.reason).toMatch(
      /^The body: expected at most 10485760 bytes, got 104\d+\.$/,
    );
    expect(entriesOf(provider, "request-received")[0]).toMatchObject({ body: null });
  });

  it("insists on the headers that the contract requires", async () => {
    await using provider = await startWith(`
createTicket:
  request: { method: POST, path: /tickets, body: json, headers: { Api-Version: "2", X-App: required } }
  answer: { status: 201, headers: { X-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Id } }
`);

    const replies = [
      await call(provider, "POST", "/tickets", { body: {}, headers: { "X-App": "a" } }),
      await call(provider, "POST", "/tickets", { body: {}, headers: { "X-App": "a", "Api-Version": "1" } }),
      await call(provider, "POST", "/tickets", { body: {}, headers: { "X-App": "a", "Api-Version": "2" } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 201]);
    expect(entriesOf(provider, "request-refused").map(({ reason }) => reason)).toEqual([
      "The header Api-Version is missing.",
      "The header Api-Version: expected '2', got '1'.",
    ]);
  });

  it("takes an operation without a body whatever comes with it", async () => {
    await using provider = await startWith(`
cancel:
  nature: removes
  request: { method: DELETE, path: "/tickets/{id}", body: none, example: { path: { id: "1" } } }
  answer: { status: 204, headers: { X-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Id } }
`);

    const reply = await call(provider, "DELETE", "/tickets/1", { raw: "noise" });

    expect([reply.status, reply.text]).toEqual([204, ""]);
  });
});
