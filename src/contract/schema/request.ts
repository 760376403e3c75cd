import { Type } from "../../core/schema.js";
import type { Json, JsonObject } from "../../core/json.js";
import { block, closed } from "./fact.js";
import { filled, mapOf, oneOf, pointer, text } from "./words.js";

const method = oneOf("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD");
const path = Type.String({ pattern: "^/", says: "a path that begins with /" });
const bodyKind = oneOf("json", "form", "multipart", "graphql", "none");
const bodyKinds = Type.Union([bodyKind, Type.Array(bodyKind, { minItems: 1 })], {
  says: "json, form, multipart, graphql, none, or a list of them",
});
const scalarText = Type.Union([Type.String(), Type.Number(), Type.Boolean()], { says: "a text" });

/** What tells operations apart that share method and path. */
const match = closed({
  body: Type.Optional(mapOf(Type.Unsafe<Json>({ says: "any JSON value" }), { keysAre: "pointer" })),
  field: Type.Optional(text),
});

/** How a request other than a write is recognised: method, path, query and body. */
export const route = closed({
  method: Type.Optional(method),
  path,
  query: Type.Optional(mapOf(scalarText, { template: "lookup" })),
  match: Type.Optional(match),
  body: Type.Optional(bodyKinds),
});

/** What a perform asks for. */
const example = closed({
  path: Type.Optional(mapOf(scalarText, { template: "request" })),
  query: Type.Optional(mapOf(scalarText, { template: "request" })),
  headers: Type.Optional(mapOf(scalarText, { template: "request", keysAre: "header" })),
  body: Type.Optional(filled("request")),
});

/** The request of an operation. */
export const request = block(
  {
    method: Type.Optional(method),
    path,
    query: Type.Optional(mapOf(scalarText, { template: "request" })),
    body: Type.Optional(bodyKinds),
    match: Type.Optional(match),
    headers: Type.Optional(
      mapOf(Type.String({ says: "`required`, or the exact text it must have" }), { keysAre: "header" }),
    ),
    schema: Type.Optional(Type.Unsafe<JsonObject>({ type: "object", says: "a JSON Schema" })),
    reference: Type.Optional(pointer),
    example: Type.Optional(example),
    varies: Type.Optional(pointer),
  },
  { says: "{ method: …, path: … }" },
);
