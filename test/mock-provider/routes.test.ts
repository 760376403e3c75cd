import { describe, expect, it } from "vitest";
import { call, createTicket, entriesOf, startWith } from "./world.js";

const account = `
createTicket:
  request: { method: POST, path: "/v1/{account}/tickets{.json}", body: json, example: { path: { account: acme } } }
  answer: { status: 201, receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}" } }
  lookup:
    - by: id
      request: { method: GET, path: "/v1/{account}/tickets/{id}{.json}" }
      object: ""
    - by: scan
      request: { method: GET, path: "/v1/{account}/tickets/recent" }
      items: /tickets
`;

describe("routes", () => {
  it.each(["/v1/acme/tickets", "/v1/acme/tickets.json", "/v1/acme/tickets/", "/v1/acme/tickets?trace=1"])(
    "leads %s to the operation and knows its parameters",
    async (target) => {
      await using provider = await startWith(account);

      const reply = await call(provider, "POST", target, { body: {} });

      expect(reply.status).toBe(201);
      expect(entriesOf(provider, "request-received")).toMatchObject([
        { operation: "createTicket", role: "write", count: 1, parameters: { account: "acme" } },
      ]);
    },
  );

  it("takes optional text for no part of a parameter", async () => {
    await using provider = await startWith(account);
    await call(provider, "POST", "/v1/acme/tickets", { body: {} });

    const reply = await call(provider, "GET", "/v1/acme/tickets/1.json");

    expect(reply).toMatchObject({ status: 200, body: { id: 1 } });
  });

  it("prefers literal segments to parameters", async () => {
    await using provider = await startWith(account);

    await call(provider, "GET", "/v1/acme/tickets/recent");

    expect(entriesOf(provider, "request-received")).toMatchObject([{ role: "lookup", lookup: 1 }]);
  });

  it("answers what the contract does not know in the provider's own words", async () => {
    const top = `provider: { name: Test, docs: https://test.example, refusals: { notFound: { status: 404, body: { code: none } } } }`;
    await using provider = await startWith(createTicket, top);

    const unknown = await call(provider, "GET", "/elsewhere");
    const otherMethod = await call(provider, "DELETE", "/tickets");

    expect([unknown, otherMethod]).toMatchObject([
      { status: 404, body: { code: "none" } },
      { status: 404, body: { code: "none" } },
    ]);
    expect(entriesOf(provider, "request-refused")).toMatchObject([
      { refusal: "notFound", reason: "The contract has no operation or lookup at GET /elsewhere." },
      { refusal: "notFound", reason: "The contract has no operation or lookup at DELETE /tickets." },
    ]);
    expect(entriesOf(provider, "request-received")[0]).toMatchObject({ operation: null, role: "none" });
  });

  it("tells operations on one path apart by what is in the body", async () => {
    await using provider = await startWith(`
createTicket:
  request: { method: POST, path: /things, body: json, match: { body: { /type: ticket } } }
  answer: { status: 201, body: { made: ticket }, headers: { X-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Id } }
createNote:
  request: { method: POST, path: /things, body: json, match: { body: { /type: note } } }
  answer: { status: 201, body: { made: note }, headers: { X-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Id } }
`);

    const replies = [
      await call(provider, "POST", "/things", { body: { type: "note" } }),
      await call(provider, "POST", "/things", { body: { type: "ticket" } }),
      await call(provider, "POST", "/things", { body: { type: "other" } }),
    ];

    expect(replies).toMatchObject([
      { body: { made: "note" } },
      { body: { made: "ticket" } },
      { status: 404 },
    ]);
  });

  it("creates by PUT where the client names the id", async () => {
    await using provider = await startWith(`
putTicket:
  request: { method: PUT, path: "/tickets/{id}", body: json, example: { path: { id: a } } }
  answer: { status: 201, body: { id: "{{effect.id}}" }, receipt: { in: body, pointer: /id } }
  effect: { id: "{{request.path.id}}" }
`);

    const reply = await call(provider, "PUT", "/tickets/mine%20own", { body: {} });

    expect(reply.body).toEqual({ id: "mine own" });
    expect(provider.effects()).toMatchObject([{ id: "mine own", names: ["mine own"] }]);
  });

  it("looks a shared route up among the operations that have such an effect", async () => {
    const lookup = `lookup: [{ by: id, request: { method: GET, path: "/things/{id}" }, object: "" }]`;
    await using provider = await startWith(`
createTicket:
  request: { method: POST, path: /tickets, body: json }
  answer: { status: 201, body: { id: "{{effect.id}}" }, receipt: { in: body, pointer: /id } }
  effect: { id: "t{{sequence}}" }
  ${lookup}
createNote:
  request: { method: POST, path: /notes, body: json }
  answer: { status: 201, body: { id: "{{effect.id}}" }, receipt: { in: body, pointer: /id } }
  effect: { id: "n{{sequence}}" }
  ${lookup}
`);
    await call(provider, "POST", "/notes", { body: {} });

    const found = await call(provider, "GET", "/things/n1");
    const absent = await call(provider, "GET", "/things/n2");

    expect([found.status, absent.status]).toEqual([200, 404]);
    expect(entriesOf(provider, "request-received").map(({ operation }) => operation)).toEqual([
      "createNote",
      "createNote",
      "createTicket",
    ]);
  });
});
