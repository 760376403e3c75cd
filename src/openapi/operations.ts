import type { Nature } from "../contract/model.js";
import { expectedGot, KitError } from "../core/errors.js";
import { globTest } from "../core/glob.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { suggest } from "../core/suggest.js";
import { entriesIn, objectsIn, textIn, type OpenApiDocument } from "./document.js";
import { camelCase, parameterName } from "./names.js";
import { guessNature } from "./nature.js";

/** One parameter outside the body. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string | null;
  schema: Json;
  /** The document's own example; undefined when there is none. */
  example: Json | undefined;
}

/** One operation of the document. */
export interface ApiOperation {
  method: string;
  /** As the contract writes it: with the servers' own path, parameters renamed to what the language takes. */
  path: string;
  /** As the document names it. */
  id: string;
  /** As the contract names it. */
  name: string;
  nature: Nature;
  natureFrom: string;
  summary: string | null;
  docs: string | null;
  parameters: Parameter[];
  requestBody: JsonObject | null;
  responses: [status: string, response: JsonObject][];
  security: Json | undefined;
  deprecated: boolean;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation of the document, in its order. */
export function operationsOf(document: OpenApiDocument): ApiOperation[] {
  const names = new Set<string>();
  return entriesIn(document, document.root["paths"]).flatMap(([path, item]) =>
    methods.flatMap((method): ApiOperation[] => {
      const operation = item[method];
      return isObject(operation) ? [read(document, method.toUpperCase(), path, item, operation, names)] : [];
    }),
  );
}

function read(
  document: OpenApiDocument,
  method: string,
  path: string,
  item: JsonObject,
  operation: JsonObject,
  names: Set<string>,
): ApiOperation {
  const id = textIn(operation["operationId"]) ?? `${method.toLowerCase()} ${path}`;
  const guessed = guessNature(method, path, id);
  const servers = operation["servers"] ?? item["servers"] ?? document.root["servers"];
  return {
    method,
    path: `${basePathOf(document, servers)}${contractPath(path)}`,
    id,
    name: uniqueName(camelCase(id, method.toLowerCase()), names),
    nature: method === "GET" ? "reads" : guessed.nature,
    natureFrom: guessed.from,
    summary: textIn(operation["summary"]),
    docs: textIn(document.resolve(operation["externalDocs"])["url"]),
    parameters: parametersOf(document, item["parameters"], operation["parameters"]),
    requestBody: operation["requestBody"] === undefined ? null : document.resolve(operation["requestBody"]),
    responses: entriesIn(document, operation["responses"]),
    security: operation["security"],
    deprecated: operation["deprecated"] === true,
  };
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let at = 2; taken.has(unique); at++) unique = `${name}${at}`;
  taken.add(unique);
  return unique;
}

/** An operation's own parameters stand in for those of its path. */
function parametersOf(document: OpenApiDocument, ...lists: (Json | undefined)[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const raw of lists.flatMap((list) => objectsIn(document, list))) {
    const { name, in: where } = raw;
    if (typeof name !== "string" || typeof where !== "string") continue;
    const examples = entriesIn(document, raw["examples"]);
    found.set(`${where} ${name}`, {
      name,
      in: where,
      required: raw["required"] === true || where === "path",
      description: textIn(raw["description"]),
      schema: raw["schema"] ?? {},
      example: raw["example"] ?? examples[0]?.[1]["value"],
    });
  }
  return [...found.values()];
}

/** Where the API is: its origin, and the path that all its operations have in common. */
export function serverOf(
  document: OpenApiDocument,
  servers: Json | undefined,
): { origin: string | null; path: string } {
  const [first] = objectsIn(document, servers);
  const variables = document.resolve(first?.["variables"]);
  const url = (textIn(first?.["url"]) ?? "/").replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => {
    const value = document.resolve(variables[name])["default"];
    return typeof value === "string" ? value : name;
  });
  const parts = /^(https?:\/\/[^/?#\s]+)?([^?#\s]*)/i.exec(url);
  const path = (parts?.[2] ?? "").replace(/\/+$/, "");
  return { origin: parts?.[1] ?? null, path: path === "" || path.startsWith("/") ? path : `/${path}` };
}

function basePathOf(document: OpenApiDocument, servers: Json | undefined): string {
  return serverOf(document, servers).path.replaceAll(/[{}]/g, "");
}

function contractPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/);
  const taken = new Set<string>();
  const named = bare.replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => {
    return `{${uniqueName(parameterName(name), taken)}}`;
  });
  return named.startsWith("/") ? named : `/${named}`;
}

/** The operations that were asked for, by id, by name, as `METHOD /path` or as a glob; all that create when none was. */
export function chooseOperations(
  all: readonly ApiOperation[],
  wanted: readonly string[],
  file: string,
): ApiOperation[] {
  const writes = all.filter(({ method }) => method !== "GET");
  if (wanted.length === 0)
    return writes.filter(({ nature, deprecated }) => nature === "creates" && !deprecated);
  const chosen = new Set<ApiOperation>();
  for (const word of wanted) {
    const fits = globTest(word);
    const found = writes.filter(
      ({ id, name, method, path }) =>
        id === word || name === word || `${method} ${path}` === word || fits(id) || fits(name),
    );
    if (found.length === 0) {
      throw new KitError(
        "unknown-operation",
        `${file}: ${expectedGot("an operation that writes", `'${word}'`)}.${hint(word, writes)}`,
      );
    }
    for (const operation of found) chosen.add(operation);
  }
  return writes.filter((operation) => chosen.has(operation));
}

const listed = 30;

function hint(word: string, writes: readonly ApiOperation[]): string {
  const text = suggest(word, writes.map(({ id }) => id)); // prettier-ignore
  return writes.length <= listed || text.startsWith(" Did") ? text : ` The document has ${writes.length}.`;
}
