import type { Json, JsonObject } from "../core/json.js";
import { parametersOf, pathShape } from "../contract/meaning/path.js";
import type { OpenApiDocument } from "./document.js";
import { contentOf, type Content } from "./media.js";
import type { ApiOperation } from "./operations.js";

/** The document's operation that reads one object such as the write makes. */
export interface ReadsOfOne {
  operation: ApiOperation;
  /** Its path with the write's names for shared parameters, and `{id}` for its own. */
  itemPath: string;
  /** As the document calls the parameter that becomes `{id}`. */
  parameter: string;
  content: Content;
  /** What it answers when there is none; null when the document does not say. */
  absent: JsonObject | null;
}

/** Segments after which `/payments/create` still makes what `/payments/{id}` reads. */
const verb = /\/(?:create|new|add|submit|send)$/i;

/** The GET for one object below the write's own path; null when the document has none. */
export function readOfOne(
  document: OpenApiDocument,
  all: readonly ApiOperation[],
  write: ApiOperation,
): ReadsOfOne | null {
  const collection = write.path.replace(verb, "").replace(/\/$/, "");
  const shape = `${pathShape(collection)}/{}`;
  const gets = all.filter(({ method }) => method === "GET");
  const operation =
    gets.find(({ path }) => pathShape(path) === shape) ??
    gets.find(({ path }) => isShorterWay(path, collection));
  if (operation === undefined) return null;
  const own = parametersOf(operation.path).at(-1) ?? "id";
  const shared = parametersOf(collection);
  let at = 0;
  const itemPath = operation.path.replaceAll(/\{([^{}.]+)\}/g, (_all, name: string) => {
    const here = shared[at++];
    return name === own ? "{id}" : `{${here ?? name}}`;
  });
  return {
    operation,
    itemPath,
    parameter: own,
    content: contentOf(document, responseWith(operation, /^200$|^2/)),
    absent: operation.responses.find(([status]) => status === "404")?.[1] ?? null,
  };
}

/** `/accounts/{account}/transfers` is sometimes read at `/transfers/{id}`. */
function isShorterWay(path: string, collection: string): boolean {
  const last = collection.slice(collection.lastIndexOf("/"));
  const names = parametersOf(path);
  return (
    names.length === 1 && parametersOf(collection).length > 0 && path.endsWith(`${last}/{${names[0] ?? ""}}`)
  );
}

/** The GET at the write's own path; null when the document has none. */
export function readOfMany(all: readonly ApiOperation[], write: ApiOperation): ApiOperation | null {
  const shapes = [write.path, write.path.replace(verb, ""), write.path.replace(verb, "/list")].map(pathShape);
  return all.find(({ method, path }) => method === "GET" && shapes.includes(pathShape(path))) ?? null;
}

/** The response whose status fits, exact ones first; an empty one when there is none. */
export function responseWith({ responses }: ApiOperation, status: RegExp): JsonObject {
  return (
    responses.find(([one]) => one === "200")?.[1] ?? responses.find(([one]) => status.test(one))?.[1] ?? {}
  );
}

/** The first example of a content. */
export function exampleOf({ examples }: Content): Json | undefined {
  return examples[0];
}
