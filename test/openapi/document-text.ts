import { lintContract } from "../../src/contract/lint.js";
import type { Operation } from "../../src/contract/model.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { readOpenApi } from "../../src/openapi/document.js";
import { contractSkeleton, type Skeleton } from "../../src/openapi/skeleton.js";

/** A document with these paths; other top-level keys beside them. */
export function documentText(paths: JsonObject, more: JsonObject = {}): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Example API", version: "1" },
    servers: [{ url: "https://api.example.com/v2" }],
    paths,
    ...more,
  });
}

/** The contract that a document with these paths gives. */
export function skeletonOf(paths: JsonObject, more: JsonObject = {}, wanted: string[] = []): Skeleton {
  return contractSkeleton(readOpenApi(documentText(paths, more), "api.json"), wanted);
}

/** The one operation of a skeleton. */
export function onlyOperation({ contract }: Skeleton): Operation {
  const [operation] = contract.operations;
  if (operation === undefined || contract.operations.length > 1) throw new Error("expected one operation");
  return operation;
}

/** A POST that makes things with this body schema; `more` overrides parts of it. */
export function posting(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    operationId: "createThing",
    requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
    responses: { "201": jsonResponse({ type: "object", properties: { id: { type: "string" } } }) },
    ...more,
  };
}

/** A response with a JSON body. */
export function jsonResponse(schema: Json, example?: Json): JsonObject {
  const media = example === undefined ? { schema } : { schema, example };
  return { description: "An answer", content: { "application/json": media } };
}

/** The codes of the errors that lint finds in a skeleton. */
export function lintErrors({ contract }: Skeleton): string[] {
  return lintContract(contract)
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

/** The comment lines that stand directly above a line that fits. */
export function commentAbove(yaml: string, line: RegExp): string {
  const lines = yaml.split("\n");
  const at = lines.findIndex((text) => line.test(text));
  const comments: string[] = [];
  for (let above = at - 1; above >= 0 && /^\s*#/.test(lines[above] ?? ""); above--) {
    comments.unshift((lines[above] ?? "").replace(/^\s*# /, ""));
  }
  return comments.join(" ");
}
