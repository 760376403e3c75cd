import { describe, expect, it } from "vitest";
import type { Lookup } from "../../src/contract/model.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import {
  commentAbove,
  jsonResponse,
  lintErrors,
  onlyOperation,
  posting,
  skeletonOf,
} from "./document-text.js";

const text = { type: "string" };

describe("the idempotency of a contract made from OpenAPI", () => {
  it.each([
    ["header", "Idempotency-Key"],
    ["header", "X-Idempotency-Key"],
    ["header", "PayPal-Request-Id"],
    ["header", "Cko-Idempotency-Key"],
    ["header", "Idempotence-Key"],
    ["query", "requestid"],
  ])("sees a key in the %s %s", (where, name) => {
    const parameters = [{ name, in: where, required: true, schema: { type: "string", maxLength: 40 } }];
    const skeleton = skeletonOf({ "/things": { post: posting({ name: text }, { parameters }) } });
    const { idempotency, request } = onlyOperation(skeleton);

    expect(idempotency?.key).toMatchObject({ in: where, name, maxLength: 40, required: true });
    expect(request.headers).toEqual({});
    expect(commentAbove(skeleton.yaml, /^ {6}key:/)).toContain(`that the document declares`);
    expect(lintErrors(skeleton)).toEqual([]);
  });

  it("sees a key in the body, and leaves it out of schema and example", () => {
    const schema = {
      type: "object",
      required: ["idempotency_key", "name"],
      properties: { idempotency_key: { type: "string", format: "uuid" }, name: text },
    };
    const requestBody = { content: { "application/json": { schema } } };
    const { idempotency, request } = onlyOperation(
      skeletonOf({ "/things": { post: posting({}, { requestBody }) } }),
    );

    expect(idempotency?.key).toMatchObject({ in: "body", name: "/idempotency_key", required: true });
    expect(idempotency?.key.pattern).toContain("[0-9a-fA-F]{8}");
    expect(request.schema).toEqual({ type: "object", required: ["name"], properties: { name: text } });
    expect(Object.keys(request.example.body ?? {})).toEqual(["name"]);
  });

  it("promises nothing about the key, says what is assumed, and asks", () => {
    const parameters = [
      { name: "Idempotency-Key", in: "header", description: "Kept for 24 hours.", schema: text },
    ];
    const { contract, yaml } = skeletonOf({ "/things": { post: posting({ name: text }, { parameters }) } });
    const { idempotency } = contract.operations[0] ?? {};

    expect(idempotency?.retention).toMatchObject({ is: "unpublished", forMs: 86_400_000 });
    expect(
      [idempotency?.scope, idempotency?.mismatch, idempotency?.inFlight].map((stated) => stated?.promised),
    ).toEqual([null, null, null]);
    expect(commentAbove(yaml, /^ {6}key:/)).toContain("The document says: Kept for 24 hours.");
    expect(commentAbove(yaml, /^ {6}retention:/)).toContain("open question: how long is a key remembered");
  });

  it.each(["X-Request-Id", "X-Correlation-Id", "Authorization", "Trace-Id"])(
    "does not take the header %s for a key",
    (name) => {
      const parameters = [{ name, in: "header", schema: text }];
      const skeleton = skeletonOf({ "/things": { post: posting({ name: text }, { parameters }) } });

      expect(onlyOperation(skeleton).idempotency).toBeNull();
      expect(commentAbove(skeleton.yaml, /idempotency:/)).toContain(
        "open question: is there an idempotency key?",
      );
    },
  );
});

describe("the errors of a contract made from OpenAPI", () => {
  const failure = jsonResponse({ type: "object", properties: { message: text } }, { message: "No {{good}}" });
  const created = jsonResponse({ type: "object", properties: { id: text } });
  const errorsOf = (codes: string[], more: JsonObject = {}): [string, string, string][] => {
    const responses = {
      "201": created,
      ...Object.fromEntries(codes.map((code) => [code, failure])),
      ...more,
    };
    const { errors } = onlyOperation(
      skeletonOf({ "/things": { post: posting({ name: text }, { responses }) } }),
    );
    return errors.map(({ name, effect, next }) => [name, effect, next]);
  };

  it("reads each the careful way", () => {
    expect(errorsOf(["400", "404", "409", "422", "429", "500", "503"])).toEqual([
      ["badRequest", "none", "stop"],
      ["notFound", "none", "stop"],
      ["conflict", "maybe", "hold"],
      ["unprocessable", "none", "stop"],
      ["rateLimited", "none", "retry"],
      ["serverError", "maybe", "hold"],
      ["unavailable", "maybe", "hold"],
    ]);
  });

  it("lets a range and `default` stand for what is not declared", () => {
    expect(errorsOf(["4XX", "default"]).map(([name]) => name)).toEqual(["badRequest", "serverError"]);
    expect(errorsOf(["500", "5XX", "default"]).map(([name]) => name)).toEqual(["serverError"]);
  });

  it("words the kit's own refusals as the document does", () => {
    const responses = { "201": created, "401": failure, "422": failure };
    const { contract } = skeletonOf({ "/things": { post: posting({}, { responses }) } });

    expect(contract.provider.refusals.unauthorized).toMatchObject({
      status: 401,
      body: { message: "No {{{{good}}" },
    });
    expect(contract.provider.refusals.invalid).toMatchObject({
      status: 422,
      body: { message: "{{reason}}" },
    });
  });

  it("waits as the document's header says, and as usual where it has none", () => {
    const limited = { ...failure, headers: { "retry-after": { schema: { type: "integer" } } } };
    const responses = { "201": created, "429": limited };
    const { errors } = onlyOperation(skeletonOf({ "/things": { post: posting({}, { responses }) } }));

    expect(errors[0]?.after).toEqual([
      { header: "retry-after", formats: ["seconds", "httpDate"] },
      { fixedMs: 30_000 },
    ]);
  });
});

describe("the lookups of a contract made from OpenAPI", () => {
  const thing = { type: "object", properties: { id: text, external_id: text } };
  const lookupsWith = (list: Json, parameters: Json[] = []): Lookup[] =>
    onlyOperation(
      skeletonOf({
        "/things": {
          post: posting({ name: text, external_id: text }, { responses: { "201": jsonResponse(thing) } }),
          get: { parameters, responses: { "200": jsonResponse(list) } },
        },
      }),
    ).lookups;

  it("search by the reference where the list takes it as a filter", () => {
    const parameters = ["externalId", "cursor", "limit"].map((name) => ({ name, in: "query", schema: text }));
    const list = { type: "object", properties: { data: { type: "array", items: thing }, next_cursor: text } };

    expect(lookupsWith(list, parameters)).toMatchObject([
      {
        by: "reference",
        request: { path: "/v2/things", query: { externalId: "{{reference}}" } },
        items: "/data",
        lag: { atMostMs: { promised: null } },
        pages: { style: "cursor", next: "/next_cursor", parameter: "cursor", sizeParameter: "limit" },
        complete: { promised: null, enacted: true },
      },
    ]);
  });

  it.each([
    ["page", { style: "page", parameter: "page" }],
    ["offset", { style: "offset", parameter: "offset" }],
    ["starting_after", { style: "cursor", parameter: "starting_after", next: "/has_more", lastItem: "/id" }],
  ])("scan the list where it has no such filter, by %s", (name, pages) => {
    const parameters = [{ name, in: "query", schema: text }];
    const list = {
      type: "object",
      properties: { has_more: { type: "boolean" }, things: { type: "array", items: thing } },
    };

    expect(lookupsWith(list, parameters)).toMatchObject([{ by: "scan", items: "/things", pages }]);
  });

  it("ask where the document has no read that belongs to the write", () => {
    const skeleton = skeletonOf({ "/things": { post: posting({ name: text }) } });

    expect(onlyOperation(skeleton).lookups).toEqual([]);
    expect(commentAbove(skeleton.yaml, /lookup:/)).toContain(
      "open question: how can a prior effect be found?",
    );
  });
});
