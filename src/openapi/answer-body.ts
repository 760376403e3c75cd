import { parametersOf } from "../contract/meaning/path.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { below } from "../contract/schema/walk.js";
import type { OpenApiDocument } from "./document.js";
import { literal, trimmed } from "./literal.js";
import { plainName } from "./names.js";
import { sampleOf } from "./sample.js";
import { viewOf, type SchemaView } from "./schema-view.js";

/** What the body of an answer is made from. */
export interface AnswerSource {
  schema: Json | undefined;
  example: Json | undefined;
  /** Templates for certain places, such as the receipt. */
  fixed: Record<string, Json>;
  /** The pointer of the object that shows what was asked for; within it fields of the request come back. */
  echoes: string;
  /** What a further field called `id` of that object holds. */
  effectId: string;
  request: { schema: Json | undefined; body: Json; path: string };
}

const mostFields = 16;
const deepest = 3;

/**
 * The body of an answer as a template: the receipt, what the request said, times, and for the rest the document's
 * example or a sample.
 */
export function answerBody(document: OpenApiDocument, source: AnswerSource): Json {
  return fill(document, source, source.schema, source.example, "", deepest);
}

function fill(
  document: OpenApiDocument,
  source: AnswerSource,
  schema: Json | undefined,
  example: Json | undefined,
  at: string,
  depth: number,
): Json {
  const view = viewOf(document, schema);
  if (view.type !== "object" && view.type !== null && !isObject(example)) {
    return literal(trimmed(example ?? sampleOf(document, schema, { depth: 2 }), 2));
  }
  const shown = isObject(example) ? example : {};
  const isEchoing = at === source.echoes;
  const asked = isEchoing ? requestFields(document, source) : new Map<string, string>();
  const names = [...new Set([...Object.keys(view.properties), ...Object.keys(shown)])];
  const isNeeded = (name: string): boolean =>
    Object.keys(source.fixed).some((pointer) => `${pointer}/`.startsWith(`${below(at, name)}/`)) ||
    asked.has(plainName(name));
  const kept = names.filter(
    (name) => isNeeded(name) || Object.hasOwn(shown, name) || view.required.includes(name),
  );
  const others = names.filter((name) => !kept.includes(name)).slice(0, 4);
  const ordered = [...kept.filter(isNeeded), ...kept.filter((name) => !isNeeded(name)), ...others];
  const chosen = new Set(ordered.slice(0, Math.max(mostFields, kept.filter(isNeeded).length)));
  const body: JsonObject = {};
  for (const name of names) {
    if (!chosen.has(name)) continue;
    const pointer = below(at, name);
    const inner = viewOf(document, view.properties[name]);
    const fixed = source.fixed[pointer];
    const holdsFixed = Object.keys(source.fixed).some((place) => place.startsWith(`${pointer}/`));
    if (fixed !== undefined) body[name] = fixed;
    else if (isEchoing && plainName(name) === "id" && inner.type !== "object") body[name] = source.effectId;
    else if (holdsFixed && depth > 0)
      body[name] = fill(document, source, view.properties[name], shown[name], pointer, depth - 1);
    else
      body[name] = fieldOf(
        document,
        source,
        { name, inner, schema: view.properties[name], shown: shown[name] },
        asked,
      );
  }
  return body;
}

interface Field {
  name: string;
  inner: SchemaView;
  schema: Json | undefined;
  shown: Json | undefined;
}

function fieldOf(
  document: OpenApiDocument,
  { request }: AnswerSource,
  { name, inner, schema, shown }: Field,
  asked: ReadonlyMap<string, string>,
): Json {
  const plain = plainName(name);
  const echoed = asked.get(plain);
  if (echoed !== undefined && isSameKind(document, request, echoed, inner)) {
    return `{{request.body.${echoed}}}`;
  }
  const parameter = parametersOf(request.path).find((one) => plainName(one) === plain);
  if (parameter !== undefined && inner.type !== "object" && inner.type !== "array") {
    return `{{request.path.${parameter}}}`;
  }
  const moment = momentOf(name, inner, shown);
  if (moment !== null) return moment;
  return literal(trimmed(shown ?? sampleOf(document, schema, { depth: 2 }, name), 2, 8));
}

/** Fields of the request by plain name, as dotted paths. A request that wraps its object in one field is looked into. */
function requestFields(document: OpenApiDocument, { request }: AnswerSource): Map<string, string> {
  const { properties } = viewOf(document, request.schema);
  const body = isObject(request.body) ? request.body : {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(body)])];
  const [only] = names;
  const wrapper = only !== undefined && names.length === 1 ? viewOf(document, properties[only]) : null;
  const inWrapper = wrapper?.type === "object" ? Object.keys(wrapper.properties) : [];
  const paths = [...names, ...inWrapper.map((name) => `${only ?? ""}.${name}`)];
  return new Map(
    paths
      .filter((path) => path.split(".").every((part) => /^[\w-]+$/.test(part)))
      .map((path) => [plainName(path.split(".").at(-1) ?? ""), path]),
  );
}

/** Only what has the same type may come back as it was. */
function isSameKind(
  document: OpenApiDocument,
  { schema, body }: AnswerSource["request"],
  path: string,
  answered: SchemaView,
): boolean {
  let asked = viewOf(document, schema);
  let value: Json | undefined = body;
  for (const name of path.split(".")) {
    asked = viewOf(document, asked.properties[name]);
    value = isObject(value) ? value[name] : undefined;
  }
  const type = asked.type ?? (value === undefined ? null : jsonType(value));
  if (type !== null && answered.type !== null && !isAlike(type, answered.type)) return false;
  if (type !== "array") return true;
  const item = viewOf(document, asked.items).type;
  const shown = viewOf(document, answered.items).type;
  return item === null || shown === null || item === shown;
}

function isAlike(a: string, b: string): boolean {
  const kind = (type: string): string => (type === "integer" ? "number" : type);
  return kind(a) === kind(b);
}

function jsonType(value: Json): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

function momentOf(name: string, { type, keywords }: SchemaView, shown: Json | undefined): string | null {
  if (/expir|until|due|end|delet|clos|cancel/i.test(name)) return null;
  if (keywords["format"] === "date-time") return "{{now.iso8601}}";
  const isTime = /(?:^|_|[a-z])(?:at|created|updated|modified)$|(?:time|timestamp|date)$/i.test(name);
  if (!isTime) return null;
  if (typeof shown === "string" && /^\d{4}-\d\d-\d\dT/.test(shown)) return "{{now.iso8601}}";
  const isEpoch = type === "integer" && /created|updated/i.test(name);
  return isEpoch ? "{{now.epochSeconds}}" : null;
}
