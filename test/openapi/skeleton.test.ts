import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { KitError } from "../../src/core/errors.js";
import { readOpenApi } from "../../src/openapi/document.js";
import { contractSkeleton } from "../../src/openapi/skeleton.js";
import {
  documentText,
  jsonResponse,
  lintErrors,
  onlyOperation,
  posting,
  skeletonOf,
} from "./document-text.js";

const text = { type: "string" };
const created = { "201": jsonResponse({ type: "object", properties: { id: text } }) };

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof KitError) return error.message;
    throw error;
  }
  throw new Error("expected a KitError");
}

describe("a contract made from OpenAPI", () => {
  it("names the provider, its documentation and where it is", () => {
    const { contract, id } = skeletonOf(
      { "/things": { post: posting({ name: text }) } },
      {
        info: { title: "Bob's Big API!", version: "3" },
        externalDocs: { url: "https://docs.example.com" },
        servers: [{ url: "https://{region}.example.com/api/", variables: { region: { default: "eu" } } }],
      },
    );

    expect(id).toBe("bobs-big-api");
    expect(contract.provider).toMatchObject({
      name: "Bob's Big API!",
      docs: "https://docs.example.com",
      baseUrl: "https://eu.example.com",
      reviewed: null,
    });
    expect(contract.operations[0]?.request.path).toBe("/api/things");
  });

  it("holds the operations that create, unless others are asked for", () => {
    const paths = {
      "/things": { get: { operationId: "listThings", responses: {} }, post: posting({ name: text }) },
      "/things/search": { post: posting({ q: text }, { operationId: "searchThings" }) },
      "/things/old": { post: posting({ name: text }, { operationId: "createOldThing", deprecated: true }) },
      "/things/{id}": {
        patch: { operationId: "update-thing", responses: created },
        delete: { operationId: "things/delete", responses: { "204": { description: "Gone" } } },
      },
    };
    const names = (wanted: string[]): string[] =>
      skeletonOf(paths, {}, wanted).contract.operations.map(({ name, nature }) => `${name}: ${nature}`);

    expect(names([])).toEqual(["createThing: creates"]);
    expect(names(["update-thing", "DELETE /v2/things/{id}"])).toEqual([
      "updateThing: sets",
      "thingsDelete: removes",
    ]);
    expect(names(["*Thing"])).toEqual([
      "createThing: creates",
      "createOldThing: creates",
      "updateThing: sets",
    ]);
    expect(names(["searchThings"])).toEqual(["searchThings: reads"]);
    expect(lintErrors(skeletonOf(paths, {}, ["update-thing", "things/delete", "searchThings"]))).toEqual([]);
  });

  it("suggests an operation when the one asked for is not there", () => {
    const ask = (): unknown => skeletonOf({ "/things": { post: posting({}) } }, {}, ["createThng"]);

    expect(refusalOf(ask)).toBe(
      "api.json: expected an operation that writes, got 'createThng'. Did you mean 'createThing'?",
    );
  });

  it("says what it left out, and why", () => {
    const binary = { content: { "application/cbor": { schema: text } } };
    const list = { content: { "application/json": { schema: { type: "array", items: text } } } };
    const form = { content: { "multipart/form-data": { schema: { type: "object" } } } };
    const { contract, leftOut, yaml } = skeletonOf({
      "/a": { post: posting({}, { operationId: "createA" }) },
      "/b": { post: posting({}, { operationId: "createB", requestBody: binary }) },
      "/c": { post: posting({}, { operationId: "createC", requestBody: list }) },
      "/d": { post: posting({}, { operationId: "createD", requestBody: form }) },
      "/e": { post: posting({}, { operationId: "createE", responses: { "204": { description: "Done" } } }) },
    });

    expect(contract.operations.map(({ name }) => name)).toEqual(["createA"]);
    expect(leftOut).toEqual([
      {
        operation: "createB",
        because: "a body of the type application/cbor, which the contract language does not have.",
      },
      {
        operation: "createC",
        because: "a batch (a list as its body), which version 1 of the contract language does not have.",
      },
      { operation: "createD", because: "a multipart body; choose it with --operation." },
      {
        operation: "createE",
        because: "nothing in its answer names an effect; choose it with --operation if it makes one.",
      },
    ]);
    expect(yaml).toContain("# Left out: createC: a batch");
  });

  it.each([
    [
      { type: "http", scheme: "Bearer" },
      { scheme: "bearer", parts: ["token"] },
    ],
    [
      { type: "http", scheme: "basic" },
      { scheme: "basic", parts: ["username", "password"] },
    ],
    [
      { type: "apiKey", in: "header", name: "X-Key" },
      { scheme: "header", accepts: [{ in: "header", name: "X-Key", prefix: [] }] },
    ],
    [
      { type: "apiKey", in: "query", name: "key" },
      { scheme: "query", accepts: [{ in: "query", name: "key", prefix: [] }] },
    ],
    [
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://id.example.com/token" } } },
      { scheme: "oauth2" },
    ],
    [{ type: "openIdConnect", openIdConnectUrl: "https://id.example.com" }, { scheme: "bearer" }],
    [{ type: "mutualTLS" }, { scheme: "none" }],
  ])("reads the security scheme %j", (scheme, credentials) => {
    const skeleton = skeletonOf(
      { "/things": { post: posting({ name: text }) } },
      { components: { securitySchemes: { mine: scheme } as JsonObject }, security: [{ mine: [] }] },
    );

    expect(skeleton.contract.credentials).toMatchObject(credentials);
    expect(lintErrors(skeleton)).toEqual([]);
  });

  it("puts two keys of one requirement together, without the version that some providers list among them", () => {
    const key = (name: string): JsonObject => ({ type: "apiKey", in: "header", name });
    const { contract } = skeletonOf(
      { "/things": { post: posting({ name: text }) } },
      {
        components: {
          securitySchemes: { clientId: key("X-Client"), secret: key("X-Secret"), v: key("X-Version") },
        },
        security: [{ clientId: [], secret: [], v: [] }],
      },
    );

    expect(contract.credentials).toMatchObject({
      scheme: "header",
      parts: ["clientId", "secret"],
      accepts: [{ name: "X-Client" }, { name: "X-Secret" }],
    });
  });

  it("follows references anywhere, also with a description beside them, and cuts those that lead nowhere", () => {
    const operation = onlyOperation(
      skeletonOf(
        {
          "/things": {
            $ref: "#/components/pathItems/Things",
          },
        },
        {
          components: {
            pathItems: {
              Things: {
                post: posting(
                  {},
                  {
                    requestBody: { $ref: "#/components/requestBodies/Thing" },
                    responses: { "201": { $ref: "#/components/responses/Made" } },
                  },
                ),
              },
            },
            requestBodies: {
              Thing: { content: { "application/json": { schema: { $ref: "#/components/schemas/A~1B" } } } },
            },
            responses: { Made: created["201"] },
            schemas: {
              "A/B": {
                type: "object",
                properties: {
                  name: { $ref: "#/components/schemas/Name", description: "Of it" },
                  far: { $ref: "other.json#/x" },
                  round: { $ref: "#/components/schemas/Round" },
                },
              },
              Name: { type: "string", maxLength: 30 },
              Round: { $ref: "#/components/schemas/Round" },
            },
          },
        },
      ),
    );

    expect(operation.request.schema?.["properties"]).toEqual({
      name: { type: "string", maxLength: 30 },
      far: {},
      round: {},
    });
    expect(operation.answer.receipt?.at).toBe("/id");
  });

  it("gives names of its own to operations that have none, or the same one", () => {
    const { contract } = skeletonOf({
      "/pay-ins/{id}/refunds": { post: { ...posting({ name: text }), operationId: undefined as never } },
      "/a": { post: posting({ name: text }, { operationId: "API_Create-thing" }) },
      "/b": { post: posting({ name: text }, { operationId: "API.create.thing" }) },
    });

    expect(contract.operations.map(({ name }) => name)).toEqual([
      "postPayInsIdRefunds",
      "apiCreateThing",
      "apiCreateThing2",
    ]);
  });

  it.each([
    [
      "swagger: '2.0'",
      'api.yaml: expected an OpenAPI 3 document, got Swagger "2.0". Convert it to OpenAPI 3 first.',
    ],
    ["openapi: 4.0.0", 'api.yaml: expected an OpenAPI 3 document, got openapi: "4.0.0".'],
    ["paths: {}", "api.yaml: expected an OpenAPI 3 document, got a file without the key 'openapi'."],
    ["[1]", "api.yaml: expected an OpenAPI 3 document, got something else than a mapping."],
    ["{ openapi: 3.0.0,", "api.yaml:1:18: error: not valid YAML"],
  ])("refuses %j", (source, message) => {
    expect(refusalOf(() => readOpenApi(source, "api.yaml"))).toContain(message);
  });

  it("says so when there is nothing that creates", () => {
    const paths = { "/things/{id}": { delete: { operationId: "deleteThing", responses: {} } } };

    expect(refusalOf(() => skeletonOf(paths))).toBe(
      "api.json: expected an operation that creates something, got none. Choose among deleteThing with --operation.",
    );
    expect(refusalOf(() => contractSkeleton(readOpenApi('{"openapi":"3.0.0"}', "api.json"), []))).toBe(
      "api.json: expected an operation that creates something, got no paths.",
    );
  });

  it("reads a byte order mark, and YAML as well as JSON", () => {
    const json = documentText({ "/things": { post: posting({ name: text }) } });

    expect(contractSkeleton(readOpenApi(`\uFEFF${json}`, "a.json"), []).yaml).toContain("createThing:");
    expect(contractSkeleton(readOpenApi(`# a comment\n${json}`, "a.yaml"), []).yaml).toContain(
      "createThing:",
    );
  });
});
