import { describe, expect, it } from "vitest";
import incompleteLookup from "../../mock-provider/faults/incomplete-lookup.js";
import type { Provider } from "../../mock-provider/provider.js";
import { call, createTicketWith, entriesOf, open, startWith } from "./world.js";

const search = (more = "", query = "external_id:{{reference}}"): string =>
  createTicketWith(`
lookup:
  - by: reference
    request: { method: GET, path: /search, query: { q: "${query}" } }
    items: /results
${more}`);

function plant(provider: Provider, reference: string, account: "first" | "second" = "first"): void {
  provider.plant({
    operation: "createTicket",
    account,
    content: { subject: reference },
    parameters: {},
    reference,
  });
}

async function found(provider: Provider, q: string): Promise<string[]> {
  const { body } = await call(provider, "GET", `/search?${new URLSearchParams({ q }).toString()}`);
  return (body as { results: { subject: string }[] }).results.map(({ subject }) => subject);
}

describe("a lookup by reference", () => {
  it("finds what travelled there, newest first", async () => {
    await using provider = await startWith(search());
    await open(provider, null, { subject: "one", external_id: "order-42" });
    await open(provider, null, { subject: "other", external_id: "order-43" });
    await open(provider, null, { subject: "two", external_id: "order-42" });

    expect(await found(provider, "external_id:order-42")).toEqual(["two", "one"]);
    expect(await found(provider, 'external_id:"order-42"')).toEqual(["two", "one"]);
    expect(entriesOf(provider, "request-answered").at(-1)?.found).toEqual({
      effects: ["tkt_3", "tkt_1"],
      lagging: [],
      lastPage: true,
      incomplete: false,
    });
  });

  it.each([
    ["exact", ["order-42"]],
    ["prefix", ["order-42", "order-421"]],
    ["contains", ["order-42", "order-421", "my order-42"]],
    ["fuzzy", ["order-42", "order-421", "my order-42", "ORDER 42"]],
  ])("matches %s", async (matching, expected) => {
    await using provider = await startWith(search(`    matching: ${matching}`));
    for (const reference of ["order-42", "order-421", "my order-42", "ORDER 42", "order-7"]) {
      plant(provider, reference);
    }

    expect((await found(provider, "external_id:order-42")).toReversed()).toEqual(expected);
  });

  it("shows an effect only when the lag is over", async () => {
    await using provider = await startWith(search("    lag: { typically: 5s, atMost: 2m }"));
    await open(provider, null, { external_id: "order-42" });

    const before = await found(provider, "external_id:order-42");
    provider.clock.advance(5000);
    const after = await found(provider, "external_id:order-42");

    expect([before, after]).toEqual([[], ["Printer"]]);
    expect(entriesOf(provider, "request-answered")[1]?.found).toMatchObject({
      effects: [],
      lagging: ["tkt_1"],
    });
  });

  it("lags by the scaled time where a connector has no clock", async () => {
    await using provider = await startWith(search("    lag: 1h"), "", { scaled: { lagMs: 0 } });
    await open(provider, null, { external_id: "order-42" });

    expect(await found(provider, "external_id:order-42")).toEqual(["Printer"]);
  });

  it("shows each account its own", async () => {
    await using provider = await startWith(search(), "credentials: { scheme: bearer }");
    plant(provider, "order-42", "second");

    expect(await found(provider, "external_id:order-42")).toEqual([]);
  });

  it("refuses a search that is not of the contract's form", async () => {
    await using provider = await startWith(search());

    const reply = await call(provider, "GET", "/search?q=subject:Printer");

    expect(reply).toMatchObject({
      status: 400,
      body: { error: { message: "The search: expected q=external_id:{{reference}}." } },
    });
  });

  it("leaves matches out when a fault says so, and says it in the contract's own way", async () => {
    await using provider = await startWith(search("    incomplete: { /incomplete_results: true }"), "", {
      faults: new Map([[incompleteLookup.id, incompleteLookup]]),
    });
    plant(provider, "order-42");
    provider.arm({ fault: "incomplete-lookup", at: "admitted" });

    const replies = [
      await call(provider, "GET", "/search?q=external_id:order-42"),
      await call(provider, "GET", "/search?q=external_id:order-42"),
    ];

    expect(replies.map(({ body }) => body)).toEqual([
      { results: [], incomplete_results: true },
      { results: [{ id: "tkt_1", subject: "order-42" }], incomplete_results: false },
    ]);
    expect(entriesOf(provider, "request-answered")[0]?.found).toMatchObject({ incomplete: true });
  });

  it("may be in the path, or give one object", async () => {
    await using provider = await startWith(
      createTicketWith(`
lookup:
  - by: reference
    request: { method: GET, path: "/by-reference/{reference}" }
    object: ""
    absent: { status: 404, body: { code: nothing } }`),
    );
    plant(provider, "order-42");

    const replies = [
      await call(provider, "GET", "/by-reference/order-42"),
      await call(provider, "GET", "/by-reference/order-43"),
    ];

    expect(replies).toMatchObject([
      { status: 200, body: { subject: "order-42" } },
      { status: 404, body: { code: "nothing" } },
    ]);
  });

  it("may be asked in a body", async () => {
    await using provider = await startWith(
      createTicketWith(`
lookup:
  - by: reference
    request: { method: POST, path: /search, body: json, match: { body: { /filter/value: "{{reference}}" } } }
    items: ""`),
    );
    plant(provider, "order-42");

    const reply = await call(provider, "POST", "/search", { body: { filter: { value: "order-42" } } });

    expect(reply.body).toMatchObject([{ subject: "order-42" }]);
  });
});

describe("a lookup by id", () => {
  it("takes any true name, and the parameters the effect was made with", async () => {
    await using provider = await startWith(`
createIssue:
  request: { method: POST, path: "/repos/{repo}/issues", body: json, example: { path: { repo: a } } }
  answer: { status: 201, receipt: { in: body, pointer: /id, also: [/number] }, body: { id: "i{{effect.id}}", number: "{{effect.id}}" } }
  effect: { id: "{{sequence}}" }
  lookup: [{ by: id, request: { method: GET, path: "/repos/{repo}/issues/{id}" }, object: "" }]
`);
    await call(provider, "POST", "/repos/a/issues", { body: {} });

    const statuses = [
      await call(provider, "GET", "/repos/a/issues/1"),
      await call(provider, "GET", "/repos/a/issues/i1"),
      await call(provider, "GET", "/repos/b/issues/1"),
      await call(provider, "GET", "/repos/a/issues/2"),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 200, 404, 404]);
  });
});

describe("a scan", () => {
  it("lists what there is, with the names that an envelope may use", async () => {
    await using provider = await startWith(
      createTicketWith(`
lookup:
  - by: scan
    request: { method: GET, path: /tickets }
    items: /data
    answer: { data: "{{items}}", count: "{{count}}", total: "{{total}}", more: "{{page.hasMore}}", next: "{{page.next}}" }
    pages: { style: page, size: 2, parameter: page, next: /next }`),
    );
    for (const subject of ["a", "b", "c"]) plant(provider, subject);

    const reply = await call(provider, "GET", "/tickets");

    expect(reply.body).toEqual({
      data: [
        { id: "tkt_3", subject: "c" },
        { id: "tkt_2", subject: "b" },
      ],
      count: 2,
      total: 3,
      more: true,
      next: 2,
    });
  });
});
