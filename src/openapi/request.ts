import type { BodyKind } from "../contract/model.js";
import { parametersOf } from "../contract/meaning/path.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { getAt, setAt } from "../core/pointer.js";
import { compileSchema } from "../core/schema.js";
import { textIn, type OpenApiDocument } from "./document.js";
import { isKeyName, type KeyPlace } from "./idempotency.js";
import { literal, trimmed } from "./literal.js";
import { contentOf, type Content } from "./media.js";
import { parameterName, plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import { isReferenceName, referencePlaces, type ReferencePlace } from "./reference.js";
import type { Remarks } from "./remarks.js";
import { sampleOf } from "./sample.js";
import { viewOf } from "./schema-view.js";
import { simpleSchema } from "./simple-schema.js";
import { variesIn } from "./varies.js";

/** What the request part of an operation came to. */
export interface WrittenRequest {
  value: JsonObject;
  /** The example's body, a template; null without a body. */
  body: Json;
  /** The schema of the body in the document. */
  schema: Json | undefined;
  reference: ReferencePlace | null;
  /** Values for parameters by the contract's names for them. */
  path: Record<string, string>;
}

const sampleKey = "order-1";
const largestExample = 4000;
const schemaDepth = 3;

/** Writes how an operation is asked for. */
export function requestOf(
  document: OpenApiDocument,
  operation: ApiOperation,
  key: KeyPlace | null,
  remarks: Remarks,
): WrittenRequest {
  const content = contentOf(document, operation.requestBody ?? {});
  const kinds: BodyKind[] = content.kinds.length === 0 ? ["none"] : content.kinds;
  const hasBody = content.kinds.length > 0;
  const isPresent = (name: string, example: Json): boolean =>
    isObject(example) && Object.hasOwn(example, name);
  const candidates = hasBody ? exampleBodies(document, content, key) : [];
  const [shown = null] = candidates;
  const schema = hasBody
    ? simpleSchema(document, content.schema, {
        depth: schemaDepth,
        prefer: (name) => isReferenceName(name) || isPresent(name, shown),
        open: (name) => isPresent(name, shown),
        leaveOut: (name) => key?.in === "body" && name === key.name,
      })
    : {};
  const body = candidates.find((candidate) => fits(schema, kinds, candidate)) ?? shown;
  const loose = hasBody ? loosened(schema, kinds, body, remarks.below("schema")) : {};
  const reference =
    operation.nature === "creates" && hasBody ? placeReference(document, content, loose, kinds, body) : null;
  const template =
    reference === null ? literal(body) : setAt(literal(body), reference.pointer, "{{businessKey}}");
  const varies = variesIn(document, content.schema, template, reference?.pointer ?? null);
  if (operation.nature === "creates") remarkReference(reference, hasBody, remarks);
  if (varies === null && operation.nature !== "reads") {
    remarks.openQuestion("which field may have any value (`varies:`)? Checks with another payload need one.");
  }
  if (hasBody && content.examples.length === 0) {
    remarks.below("example").guessed("the schema: the document has no example of this request");
  }
  const outside = parametersOutside(document, operation, key);
  return {
    value: {
      method: operation.method,
      path: operation.path,
      body: kinds.length === 1 ? (kinds[0] ?? "none") : kinds,
      ...(Object.keys(outside.insisted).length === 0 ? {} : { headers: outside.insisted }),
      ...(Object.keys(loose).length === 0 ? {} : { schema: loose }),
      ...(reference === null ? {} : { reference: reference.pointer }),
      example: { ...outside.example, ...(hasBody ? { body: template } : {}) },
      ...(varies === null ? {} : { varies }),
    },
    body: hasBody ? template : null,
    schema: content.schema,
    reference,
    path: outside.path,
  };
}

/** The document's examples and one made from its schema, without the idempotency key: that is for the connector to add. */
function exampleBodies(
  document: OpenApiDocument,
  { examples, schema }: Content,
  key: KeyPlace | null,
): Json[] {
  const { type, properties } = viewOf(document, schema);
  const isWanted = (name: string): boolean =>
    isReferenceName(name) && viewOf(document, properties[name]).type === "string";
  /** How much there is to guess about a field. */
  const bother = (name: string): number => {
    const { type: kind, keywords } = viewOf(document, properties[name]);
    const isPlain = kind === "string" && keywords["format"] === undefined && keywords["enum"] === undefined;
    return isPlain ? 0 : kind === "object" || kind === "array" ? 2 : 1;
  };
  let made = sampleOf(document, schema, { depth: schemaDepth, include: isWanted, fresh: true });
  if (isObject(made) && Object.keys(made).every(isReferenceName)) {
    // Nothing is required: something has to be there all the same, or no two requests can differ.
    const first = Object.keys(properties)
      .filter((name) => !isKeyName(name) && plainName(name) !== "id")
      .sort((a, b) => bother(a) - bother(b))
      .slice(0, 3);
    const include = (name: string): boolean => isWanted(name) || first.includes(name);
    made = sampleOf(document, schema, { depth: schemaDepth, include, fresh: true });
  }
  const own = examples
    .filter((example) => type !== "object" || isObject(example))
    .map((example) => trimmed(example))
    .filter((example) => JSON.stringify(example).length <= largestExample);
  return [...own, made].map((example) => withoutKey(example, key));
}

function withoutKey(example: Json, key: KeyPlace | null): Json {
  if (key?.in !== "body" || !isObject(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([name]) => name !== key.name));
}

function fits(schema: JsonObject, kinds: readonly BodyKind[], body: Json): boolean {
  return problemsOf(schema, kinds, body).length === 0;
}

function problemsOf(schema: JsonObject, kinds: readonly BodyKind[], body: Json): string[] {
  const convert = kinds.includes("form") || kinds.includes("multipart");
  try {
    return compileSchema(schema, { convert })(structuredClone(body)).map(({ schemaPath }) =>
      schemaPath.slice(1),
    );
  } catch {
    return [""];
  }
}

/** The schema without the keywords that the example breaks: documents contradict themselves now and then. */
function loosened(schema: JsonObject, kinds: readonly BodyKind[], body: Json, remarks: Remarks): JsonObject {
  let loose = schema;
  for (let tries = 0; tries < 20; tries++) {
    const [broken] = problemsOf(loose, kinds, body);
    if (broken === undefined) {
      if (loose !== schema) remarks.note("Looser than the document's schema, which refuses the example.");
      return loose;
    }
    const pointer = decodeURIComponent(broken);
    if (pointer === "") break;
    loose = without(loose, pointer);
  }
  remarks.note("Left out: the document's schema refuses its own example.");
  return {};
}

function without(schema: JsonObject, pointer: string): JsonObject {
  const at = pointer.lastIndexOf("/");
  const parent = getAt(schema, pointer.slice(0, at));
  if (!isObject(parent)) return {};
  const name = pointer.slice(at + 1).replaceAll("~1", "/").replaceAll("~0", "~"); // prettier-ignore
  const rest = Object.fromEntries(Object.entries(parent).filter(([key]) => key !== name));
  const loose = setAt(schema, pointer.slice(0, at), rest);
  return isObject(loose) ? loose : {};
}

/** The first place for the business key that the schema lets it stand in. */
function placeReference(
  document: OpenApiDocument,
  { schema: declared }: Content,
  schema: JsonObject,
  kinds: readonly BodyKind[],
  body: Json,
): ReferencePlace | null {
  if (!isObject(body)) return null;
  return (
    referencePlaces(document, declared, body).find(({ pointer }) =>
      fits(schema, kinds, setAt(body, pointer, sampleKey)),
    ) ?? null
  );
}

function remarkReference(reference: ReferencePlace | null, hasBody: boolean, remarks: Remarks): void {
  if (reference !== null) {
    remarks.below("reference").guessed(`the field's name, '${reference.name}'`);
    remarks
      .below("reference")
      .openQuestion("does the provider store it, show it in reads, and let a client search by it?");
    return;
  }
  remarks.openQuestion(
    hasBody
      ? "where can the business key travel (`reference:`)? No field looks like a client's own reference; a marker inside a text such as a description may do."
      : "where can the business key travel (`reference:`)? The request has no body.",
  );
}

interface Outside {
  insisted: Record<string, string>;
  example: JsonObject;
  path: Record<string, string>;
}

const byOthers = new Set(["authorization", "contenttype", "accept", "contentlength", "useragent"]);

/** Values for the parameters that are not in the body: all of the path, and of the others those that are required. */
function parametersOutside(
  document: OpenApiDocument,
  { parameters, path }: ApiOperation,
  key: KeyPlace | null,
): Outside {
  const needed = parameters.filter(
    ({ name, in: where, required }) =>
      required && !byOthers.has(plainName(name)) && !(key?.in === where && key.name === name),
  );
  const valueOf = (name: string, schema: Json, example: Json | undefined): string => {
    const value = example ?? sampleOf(document, schema, { depth: 1 }, name);
    return textIn(value) ?? (isObject(value) || Array.isArray(value) ? "1" : String(value ?? "1"));
  };
  const valuesIn = (where: string): Record<string, string> =>
    Object.fromEntries(
      needed
        .filter((parameter) => parameter.in === where)
        .map(({ name, schema, example }) => [name, valueOf(name, schema, example).replaceAll("{{", "{{{{")]),
    );
  const inPath = new Map(
    Object.entries(valuesIn("path")).map(([name, value]) => [parameterName(name), value]),
  );
  const values = Object.fromEntries(
    parametersOf(path).map((name) => [name, pathValue(inPath.get(name) ?? `example-${name}`)]),
  );
  const query = valuesIn("query");
  const headers = valuesIn("header");
  return {
    insisted: Object.fromEntries(Object.keys(headers).map((name) => [name, "required"])),
    path: values,
    example: {
      ...(Object.keys(values).length === 0 ? {} : { path: values }),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
    },
  };
}

/** What stands in a path needs no escaping. */
function pathValue(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9._~-]+/g, "-").replaceAll(/^-|-$/g, "") || "1";
}
