import { describe, expect, it } from "vitest";
import answerWith from "../../mock-provider/faults/answer-with.js";
import type { Provider } from "../../mock-provider/provider.js";
import type { JsonObject } from "../../src/core/json.js";
import { call, createTicketWith, entriesOf, startWith, type Reply } from "./world.js";

async function paged(pages: string): Promise<Provider> {
  const provider = await startWith(
    createTicketWith(`
lookup:
  - by: scan
    request: { method: GET, path: /tickets }
    items: /data
    pages: { size: 2, ${pages} }`),
    "",
    { faults: new Map([[answerWith.id, answerWith]]) },
  );
  for (let ticket = 1; ticket <= 5; ticket += 1) {
    provider.plant({
      operation: "createTicket",
      account: "first",
      content: { subject: "x" },
      parameters: {},
      reference: null,
    });
  }
  return provider;
}

/** Reads page after page; `next` says where the following one is. */
async function readAll(provider: Provider, next: (reply: Reply) => string | null): Promise<string[][]> {
  const pages: string[][] = [];
  for (let target: string | null = "/tickets"; target !== null;) {
    const reply: Reply = await call(provider, "GET", target);
    pages.push(idsIn(reply));
    target = next(reply);
  }
  return pages;
}

function idsIn({ body }: Reply): string[] {
  return ((body as JsonObject)["data"] as { id: string }[]).map(({ id }) => id);
}

function field({ body }: Reply, name: string): string | null {
  const value = (body as JsonObject)[name];
  return value === null || value === undefined ? null : `${value as string | number}`;
}

const all = [["tkt_5", "tkt_4"], ["tkt_3", "tkt_2"], ["tkt_1"]];

describe("pages", () => {
  it.each([
    ["style: cursor, next: /next, parameter: after", "after=YzM"],
    ["style: page, next: /next_page, parameter: page", "page=2"],
    ["style: offset, next: /next, parameter: from", "from=2"],
    ["style: linkInBody, next: /next", "cursor=YzM"],
  ])("after the first are told apart for faults: %s", async (style, further) => {
    await using provider = await paged(style);
    provider.arm({
      fault: "answer-with",
      at: "received",
      on: { role: "lookup", nth: "every", furtherPage: true },
      times: Number.POSITIVE_INFINITY,
      options: { status: 503, by: "gateway" },
    });

    const first = further.replace(/=.*/, { page: "=1", from: "=0" }[further.split("=")[0] ?? ""] ?? "=");
    const statuses = [];
    for (const target of ["/tickets", `/tickets?${first}`, `/tickets?${further}`]) {
      statuses.push((await call(provider, "GET", target)).status);
    }

    expect(statuses).toEqual([200, 200, 503]);
  });

  it("by a cursor in the answer", async () => {
    await using provider = await paged("style: cursor, next: /next, parameter: after");

    const pages = await readAll(provider, (reply) => {
      const cursor = field(reply, "next");
      return cursor === null ? null : `/tickets?after=${cursor}`;
    });

    expect(pages).toEqual(all);
    expect(entriesOf(provider, "request-answered").map((entry) => entry.found?.lastPage)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("by the last item and a flag", async () => {
    await using provider = await paged(
      "style: cursor, next: /has_more, parameter: starting_after, cursor: { from: lastItem, pointer: /id }",
    );

    const pages = await readAll(provider, (reply) =>
      field(reply, "has_more") === "true" ? `/tickets?starting_after=${idsIn(reply).at(-1) ?? ""}` : null,
    );

    expect(pages).toEqual(all);
  });

  it("by number", async () => {
    await using provider = await paged("style: page, next: /next_page, parameter: page");

    const pages = await readAll(provider, (reply) => {
      const number = field(reply, "next_page");
      return number === null ? null : `/tickets?page=${number}`;
    });

    expect(pages).toEqual(all);
  });

  it("by offset", async () => {
    await using provider = await paged("style: offset, next: /next_offset, parameter: offset");

    const pages = await readAll(provider, (reply) => {
      const offset = field(reply, "next_offset");
      return offset === null ? null : `/tickets?offset=${offset}`;
    });

    expect(pages).toEqual(all);
  });

  it("by a link in a header", async () => {
    await using provider = await paged("style: link");

    const pages = await readAll(provider, ({ headers }) => {
      const link = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
      return link === undefined ? null : link.slice(provider.baseUrl.length);
    });

    expect(pages).toEqual(all);
  });

  it("by a link in the body", async () => {
    await using provider = await paged("style: linkInBody, next: /links/next");

    const pages = await readAll(provider, ({ body }) => {
      const { next } = (body as { links: { next: string | null } }).links;
      return next === null ? null : next.slice(provider.baseUrl.length);
    });

    expect(pages).toEqual(all);
  });

  it("by a path in the body, without the host", async () => {
    await using provider = await paged(
      'style: linkInBody, next: /next }\n    answer: { data: "{{items}}", next: "{{page.nextPath}}"',
    );

    const pages = await readAll(provider, (reply) => field(reply, "next"));

    expect(pages).toEqual(all);
  });

  it("of the size that the client wishes, up to the provider's own", async () => {
    await using provider = await paged("style: page, parameter: page, sizeParameter: limit");

    const sizes = [
      await call(provider, "GET", "/tickets?limit=1"),
      await call(provider, "GET", "/tickets?limit=50"),
      await call(provider, "GET", "/tickets?limit=none"),
    ].map((reply) => idsIn(reply).length);

    expect(sizes).toEqual([1, 2, 2]);
  });

  it("stay right when a newer effect comes in between", async () => {
    await using provider = await paged("style: cursor, next: /next, parameter: after");
    const first = await call(provider, "GET", "/tickets");
    provider.plant({
      operation: "createTicket",
      account: "first",
      content: {},
      parameters: {},
      reference: null,
    });

    const second = await call(provider, "GET", `/tickets?after=${field(first, "next") ?? ""}`);

    expect(idsIn(second)).toEqual(["tkt_3", "tkt_2"]);
  });

  it("refuse a position that is none", async () => {
    await using provider = await paged("style: cursor, next: /next, parameter: after");

    const reply = await call(provider, "GET", "/tickets?after=bogus");

    expect(reply.body).toEqual({
      error: { message: "The parameter after: expected a position in the list, got 'bogus'." },
    });
  });
});
