import { formatDuration, parseDuration } from "../../core/duration.js";
import { getAt } from "../../core/pointer.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Contract, Lookup, Operation } from "../model.js";
import { writtenContract } from "../written.js";
import { isSame } from "./is-same.js";

/** What a contract means as one tree, in the words of the language: defaults filled in, lists whose order means nothing sorted. */
export function comparable(contract: Contract): JsonObject {
  const { enacted } = writtenContract(contract);
  const { credentials, webhooks, operations } = enacted;
  // What the model derives from these is compared as it is written.
  const { oauth: _, ...shown } = contract.credentials;
  const written = isObject(credentials) ? pick(credentials, ["token", "refresh", "expired"]) : {};
  return {
    provider: inWords(contract.provider),
    credentials: { ...object(inWords(shown)), ...object(canonical(written)) },
    operations: Object.fromEntries(
      contract.operations.map((operation) => [
        operation.name,
        operationTree(contract, operation, isObject(operations) ? operations[operation.name] : undefined),
      ]),
    ),
    ...(webhooks === undefined ? {} : { webhooks: canonical(webhooks) }),
  };
}

/** The names by which the errors or lookups of an operation are compared, in their order: what is said twice gets a number. */
export function namesOf(operation: Operation, list: "errors" | "lookup"): string[] {
  const plain =
    list === "errors" ? operation.errors.map(({ name }) => name) : operation.lookups.map(({ by }) => by);
  const seen = new Map<string, number>();
  return plain.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

function operationTree(contract: Contract, operation: Operation, written: Json | undefined): JsonObject {
  const { lookups, errors, effect, answer } = operation;
  const lookupNames = namesOf(operation, "lookup");
  const errorNames = namesOf(operation, "errors");
  const sameAsAnswer = isSame(effect.representation, answer.body ?? {});
  return {
    summary: operation.summary,
    nature: operation.nature,
    request: inWords(operation.request),
    idempotency: inWords(operation.idempotency),
    answer: answerTree(answer, written),
    // What reads return is the answer unless the contract says otherwise: then it is no change of its own.
    effect: inWords(sameAsAnswer ? { id: effect.id } : effect),
    lookup: Object.fromEntries(
      lookups.map((lookup, at) => [lookupNames[at] ?? lookup.by, lookupTree(contract, lookup)]),
    ),
    settlesWithin: inWords(operation.settlesWithinMs, "settlesWithinMs"),
    errors: Object.fromEntries(errors.map((error, at) => [errorNames[at] ?? error.name, inWords(error)])),
    errorOrder: ambiguousOrder(operation, errorNames),
    compensation: inWords(operation.compensation),
    humanReconciliation: operation.humanReconciliation,
  };
}

function answerTree(answer: Operation["answer"], written: Json | undefined): Json {
  const { outcome, ...rest } = object(inWords(answer));
  if (!isObject(outcome)) return { ...rest, outcome: outcome ?? null };
  // Where an event names what it is about is not in the model yet.
  const ticket = getAt(written, "/answer/outcome/ticket") ?? null;
  return { ...rest, outcome: { ...outcome, ticket } };
}

function lookupTree(contract: Contract, lookup: Lookup): Json {
  const { absent, answer, ...rest } = lookup;
  // An absence worded as the provider words every absence is no change of its own.
  const usual = { ...contract.provider.refusals.notFound, status: 404 };
  const worded = isSame(inWords(absent), inWords(usual)) ? null : inWords(absent);
  return { ...object(inWords(rest)), absent: worded, answer: answer ?? null };
}

/** Of errors that one answer may fit alike, the first counts: only their order means something. */
function ambiguousOrder(operation: Operation, names: readonly string[]): Json {
  const groups = new Map<string, string[]>();
  for (const [at, { status, when }] of operation.errors.entries()) {
    const conditions = Object.keys(when.body).length + Object.keys(when.headers).length;
    const group = `${status}/${conditions}`;
    groups.set(group, [...(groups.get(group) ?? []), names[at] ?? ""]);
  }
  return Object.fromEntries([...groups].filter(([, members]) => members.length > 1));
}

const renamed: Record<string, string> = { graphqlField: "field" };

/** Lists that are sets. */
const sets = new Set(
  "scope remembers fingerprint checkedAfter also pending succeeded failed invalidates success when final".split(
    " ",
  ),
);

/** What stands there is quoted as the user wrote it: its keys are not those of the language. */
const quoted = new Set(["body", "headers", "query", "example", "representation", "success", "incomplete"]);

/** A part of the model in the words of the language. */
function inWords(value: unknown, key = ""): Json {
  if (value === undefined || value === null) return null;
  if (key === "schema") return schemaInOneSpelling(value as Json);
  if (quoted.has(key)) return value as Json;
  if (typeof value === "number" && key.endsWith("Ms")) return formatDuration(value);
  if (Array.isArray(value))
    return sets.has(key) ? sorted(value as Json[]) : value.map((item) => inWords(item));
  if (typeof value !== "object") return value as Json;
  // One word, where what is promised and what the mock does are the same.
  if (isStated(value) && typeof value.promised === "string" && value.promised === value.enacted)
    return value.promised;
  return isStated(value)
    ? { promised: inWords(value.promised, key), enacted: inWords(value.enacted, key) }
    : Object.fromEntries(
        Object.entries(value).map(([name, child]) => [
          renamed[name] ?? name.replace(/Ms$/, ""),
          inWords(child, name),
        ]),
      );
}

/** In a JSON Schema the order of `required` and `enum` means nothing. */
function schemaInOneSpelling(schema: Json, key = ""): Json {
  if (Array.isArray(schema)) {
    const items = schema.map((item) => schemaInOneSpelling(item));
    return key === "required" || key === "enum" ? sorted(items) : items;
  }
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, child]) => [name, schemaInOneSpelling(child, name)]),
  );
}

function isStated(value: object): value is { promised: unknown; enacted: unknown } {
  return "promised" in value && "enacted" in value && Object.keys(value).length === 2;
}

/** What stands in the document, durations and sets in one spelling. */
function canonical(value: Json, key = ""): Json {
  if (key === "example" || key === "body") return value;
  if (key === "schema") return schemaInOneSpelling(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    return sets.has(key) ? sorted(items) : items;
  }
  if (typeof value === "string" && /^[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h|d)$/.test(value)) {
    return formatDuration(parseDuration(value));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, canonical(child, name)]));
}

function sorted(items: readonly Json[]): Json[] {
  const spelled = items.map((item) => [JSON.stringify(item), item] as const);
  return spelled.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
}

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

function object(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
