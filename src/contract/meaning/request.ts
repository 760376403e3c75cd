import { isObject, type Json } from "../../core/json.js";
import { getAt } from "../../core/pointer.js";
import { compileSchema, type SchemaCheck, type SchemaProblem } from "../../core/schema.js";
import { suggest } from "../../core/suggest.js";
import { fillTemplate } from "../../core/template.js";
import type { Problem } from "../diagnostics.js";
import { dotted, show } from "../explain.js";
import type { Credentials, Operation, RequestShape } from "../model.js";
import { below } from "../schema/walk.js";
import { parametersOf, pathMistake } from "./path.js";

/** A business key to try examples with. */
const sampleKey = "order-1";

/** Whether the request, its example and its schema agree. */
export function checkRequest(operation: Operation, credentials: Credentials, pointer: string): Problem[] {
  const { request } = operation;
  const mistake = pathMistake(request.path);
  if (mistake !== null) {
    return [
      {
        pointer: `${pointer}/path`,
        code: "bad-path",
        message: `the path ${show(request.path)} cannot be matched: ${mistake}.`,
      },
    ];
  }
  return [
    ...checkPathValues(operation, credentials, pointer),
    ...checkBody(operation, pointer),
    ...checkReference(operation, pointer),
    ...checkVaries(operation, pointer),
    ...checkExample(operation, pointer),
  ];
}

function checkPathValues({ request }: Operation, credentials: Credentials, pointer: string): Problem[] {
  const named = parametersOf(request.path);
  const given = Object.keys(request.example.path);
  const byKit = credentials.account.in === "path" ? [credentials.account.name] : [];
  const missing = named
    .filter((name) => !given.includes(name) && !byKit.includes(name))
    .map((name): Problem => ({
      pointer: `${pointer}/path`,
      code: "missing-example",
      message: `the path names {${name}}, and \`example.path\` has no value for it.`,
      hint: `Add example: { path: { ${name}: … } }.`,
    }));
  const unknown = given
    .filter((name) => !named.includes(name))
    .map((name): Problem => ({
      pointer: below(`${pointer}/example/path`, name),
      at: "key",
      code: "unknown-key",
      message: `the path ${show(request.path)} has no parameter '${name}'.${suggest(name, named)}`,
    }));
  return [...missing, ...unknown];
}

function checkBody({ request, nature }: Operation, pointer: string): Problem[] {
  const { body } = request.example;
  const problems: Problem[] = [];
  if (request.body.includes("none") && request.body.length > 1) {
    problems.push({
      pointer: `${pointer}/body`,
      code: "conflicting-keys",
      message: "'none' stands beside other kinds of body.",
    });
  }
  if (request.body.includes("none") && body !== null) {
    problems.push({
      pointer: `${pointer}/example/body`,
      at: "key",
      code: "conflicting-keys",
      message: "the example has a body, and the request has `body: none`.",
    });
  }
  const batchAt = Array.isArray(body)
    ? "example/body"
    : request.schema?.["type"] === "array"
      ? "schema"
      : null;
  if (nature === "creates" && batchAt !== null) problems.push(batchRefused(`${pointer}/${batchAt}`));
  return problems;
}

/** Version 1 knows one effect per request. */
export function batchRefused(pointer: string): Problem {
  return {
    pointer,
    at: "key",
    code: "batch",
    message: "batch writes (several effects in one request) are not in version 1 of the contract language.",
    hint: "Describe the operation that makes one effect.",
  };
}

function checkReference({ request }: Operation, pointer: string): Problem[] {
  const { reference } = request;
  if (reference === null) return [];
  const there = getAt(request.example.body, reference);
  if (typeof there === "string" && there.includes("{{businessKey}}")) return [];
  return [
    {
      pointer: `${pointer}/reference`,
      code: "reference-not-in-example",
      message: `the business key travels at ${reference}, and the example has ${show(there)} there.`,
      hint: 'Write "{{businessKey}}" into example.body at that place.',
    },
  ];
}

function checkVaries({ request }: Operation, pointer: string): Problem[] {
  const { varies } = request;
  if (varies === null || getAt(request.example.body, varies) !== undefined) return [];
  return [
    {
      pointer: `${pointer}/varies`,
      code: "pointer-to-nothing",
      message: `'varies' points to ${varies}, and the example's body has nothing there.`,
      hint: "Name a field of the example.",
    },
  ];
}

function checkExample({ request }: Operation, pointer: string): Problem[] {
  const refused = refusalsOf(request, request.example.body);
  if (typeof refused === "string") {
    return [
      {
        pointer: `${pointer}/schema`,
        at: "key",
        code: "bad-schema",
        message: `'schema' is not a JSON Schema: ${refused}.`,
      },
    ];
  }
  return refused.map((problem) => ({
    pointer: `${pointer}/example/body${problem.pointer}`,
    code: "example-refused",
    message: `the request's own schema refuses the example: ${problem.words}.`,
  }));
}

/** What the request's schema refuses of a body, its templates filled in; why the schema is none, when it is none. */
export function refusalsOf(
  { schema, body: kinds }: RequestShape,
  body: Json,
): { pointer: string; words: string }[] | string {
  if (schema === null) return [];
  const convert = kinds.includes("form") || kinds.includes("multipart");
  const compiled = compiledOr(schema, convert);
  if (typeof compiled === "string") return compiled;
  const filled = fillTemplate(structuredClone(body), exampleName);
  let problems: SchemaProblem[];
  try {
    problems = compiled(convert ? asForm(filled) : filled);
  } catch (error) {
    if (error instanceof RangeError) return "it refers to itself without end";
    throw error;
  }
  return problems.map(({ pointer, message }) => ({
    pointer,
    words: `${dotted(pointer) || "the body"} ${message}`,
  }));
}

function exampleName(name: string): Json | undefined {
  return name === "businessKey" ? sampleKey : "account-1";
}

/** A body as a form carries it: every scalar is text. */
function asForm(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => asForm(item) ?? null);
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, asForm(child) ?? null]));
  }
  return value === null || value === undefined ? value : String(value);
}

function compiledOr(schema: object, convert: boolean): SchemaCheck | string {
  try {
    return compileSchema(schema, { convert });
  } catch (error) {
    return error instanceof Error ? firstClause(error.message) : String(error);
  }
}

/** Ajv lists every alternative that failed; the first says enough. */
function firstClause(message: string): string {
  return (message.replace(/^schema is invalid: /, "").split(", data")[0] ?? message).replaceAll(
    /^data/g,
    "at ",
  );
}
