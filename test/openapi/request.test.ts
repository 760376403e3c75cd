import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Skeleton } from "../../src/openapi/skeleton.js";
import { onlyOperation, posting, skeletonOf } from "./document-text.js";

describe("the request of a contract made from OpenAPI", () => {
  it("has the path with that of the server, and values for its parameters", () => {
    const parameters = [
      { name: "account-id", in: "path", required: true, schema: { type: "string" }, example: "acme/1" },
      { name: "X-Region", in: "header", required: true, schema: { type: "string", enum: ["eu"] } },
      { name: "dry", in: "query", schema: { type: "boolean" } },
    ];
    const { request } = onlyOperation(
      skeletonOf({
        "/accounts/{account-id}/things": { parameters, post: posting({ name: { type: "string" } }) },
      }),
    );

    expect(request.path).toBe("/v2/accounts/{accountId}/things");
    expect(request.headers).toEqual({ "X-Region": null });
    expect(request.example).toMatchObject({
      path: { accountId: "acme-1" },
      headers: { "X-Region": "eu" },
      query: {},
    });
  });

  it("takes the document's example, and the business key where a reference belongs", () => {
    const content = {
      "application/json": {
        schema: { $ref: "#/components/schemas/Thing" },
        examples: { first: { value: { title: "A {{curly}} thing", client_reference_id: "mine" } } },
      },
    };
    const schemas = {
      Thing: {
        type: "object",
        properties: { title: { type: "string" }, client_reference_id: { type: "string" } },
      },
    };
    const { request } = onlyOperation(
      skeletonOf(
        { "/things": { post: posting({}, { requestBody: { content } }) } },
        { components: { schemas } },
      ),
    );

    expect(request.reference).toBe("/client_reference_id");
    expect(request.example.body).toEqual({
      title: "A {{{{curly}} thing",
      client_reference_id: "{{businessKey}}",
    });
    expect(request.varies).toBe("/title");
  });

  it.each([
    [{ external_id: { type: "string" } }, "/external_id"],
    [{ metadata: { type: "object", additionalProperties: { type: "string" } } }, "/metadata/reference"],
    [{ data: { type: "object", properties: { externalRef: { type: "string" } } } }, "/data/externalRef"],
    [{ reference: { type: "string" }, externalId: { type: "string" } }, "/externalId"],
    [{ reference: { type: "string", format: "uuid" }, name: { type: "string" } }, null],
    [{ reference: { type: "string", maxLength: 3 }, name: { type: "string" } }, null],
    [{ reference: { type: "string", enum: ["a", "b"] }, name: { type: "string" } }, null],
    [{ customer_id: { type: "string" } }, null],
  ])("finds a place for the business key in %j: %s", (properties, pointer) => {
    const skeleton = skeletonOf({ "/things": { post: posting(properties) } });

    expect(onlyOperation(skeleton).request.reference).toBe(pointer);
    expect(skeleton.yaml.includes("where can the business key travel")).toBe(pointer === null);
  });

  it("cuts a schema that contains itself, and keeps it small", () => {
    const Node = {
      type: "object",
      required: ["name", "parent"],
      properties: {
        name: { type: "string", description: "long", minLength: 1 },
        parent: { $ref: "#/components/schemas/Node" },
        children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
      },
    };
    const requestBody = {
      content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
    };
    const { request } = onlyOperation(
      skeletonOf({ "/nodes": { post: posting({}, { requestBody }) } }, { components: { schemas: { Node } } }),
    );

    expect(JSON.stringify(request.schema).length).toBeLessThan(700);
    expect(request.schema).toMatchObject({
      required: ["name", "parent"],
      properties: { name: { type: "string", minLength: 1 }, children: { type: "array" } },
    });
  });

  it("writes what only OpenAPI 3.0 says as JSON Schema", () => {
    const properties = {
      amount: { type: "integer", minimum: 0, exclusiveMinimum: true },
      note: { type: "string", nullable: true, enum: ["a", "b"] },
      id: { type: "string", readOnly: true },
    };
    const { request } = onlyOperation(skeletonOf({ "/things": { post: posting(properties) } }));

    expect(request.schema?.["properties"]).toEqual({
      amount: { type: "integer", exclusiveMinimum: 0 },
      note: { type: ["string", "null"], enum: ["a", "b", null] },
    });
  });

  it("merges allOf, and lets overlapping alternatives overlap", () => {
    const schema = {
      allOf: [
        { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
        { properties: { note: { type: "string" } } },
      ],
      oneOf: [{ required: ["note"] }, { required: ["kind"] }],
    };
    const requestBody = { content: { "application/json": { schema } } };
    const { request } = onlyOperation(skeletonOf({ "/things": { post: posting({}, { requestBody }) } }));

    expect(request.schema).toEqual({
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, note: { type: "string" } },
      anyOf: [{ required: ["note"] }, { required: ["kind"] }],
    });
  });

  it("prefers an example that its schema accepts, and loosens the schema when there is none", () => {
    const properties = { code: { type: "string", pattern: "^[A-Z]+$" }, name: { type: "string" } };
    const example = { code: "lower", name: "A name" };
    const of = (schema: JsonObject): Skeleton => {
      const requestBody = { content: { "application/json": { schema } } };
      return skeletonOf({ "/things": { post: posting({}, { requestBody }) } });
    };
    const contradictory = of({ type: "object", properties, example });
    const code = { type: "string", pattern: "^Z{40}$" };
    const impossible = of({
      type: "object",
      required: ["code"],
      properties: { ...properties, code },
      example,
    });

    expect(onlyOperation(contradictory).request.example.body).toEqual({ code: "EUR", name: "Example name" });
    expect(onlyOperation(impossible).request.example.body).toEqual(example);
    expect(impossible.yaml).toContain("Looser than the document's schema, which refuses the example.");
  });

  it.each([
    [
      { "application/json": { schema: {} }, "application/x-www-form-urlencoded": { schema: {} } },
      ["json", "form"],
    ],
    [{ "application/vnd.api+json": { schema: {} } }, ["json"]],
    [{ "application/x-www-form-urlencoded": { schema: { type: "object" } } }, ["form"]],
  ])("knows the kinds of a body: %j", (content, kinds) => {
    const { request } = onlyOperation(
      skeletonOf({ "/things": { post: posting({}, { requestBody: { content } }) } }),
    );

    expect(request.body).toEqual(kinds);
  });

  it("has no body where the document declares none", () => {
    const post = { operationId: "createThing", responses: posting({})["responses"] ?? {} };

    expect(onlyOperation(skeletonOf({ "/things": { post } })).request).toMatchObject({
      body: ["none"],
      example: { body: null },
    });
  });
});
