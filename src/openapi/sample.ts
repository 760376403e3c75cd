import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { plainName, wordsOf } from "./names.js";
import { viewOf, type SchemaView } from "./schema-view.js";

/** How a sample is made. */
export interface Sampling {
  /** Levels of objects below the top. */
  depth: number;
  /** Whether an optional property is to be there, too. */
  include?: (name: string) => boolean;
  /** Passes over the schema's own example, though not over those of its properties. */
  fresh?: boolean;
}

const formats: Record<string, string> = {
  "date-time": "2026-11-30T12:00:00Z",
  date: "2026-11-30",
  time: "12:00:00Z",
  duration: "P1D",
  uuid: "5a3f8c1e-7b6d-4e2a-9c4f-1d2e3f4a5b6c",
  email: "someone@example.com",
  uri: "https://example.com/page",
  url: "https://example.com/page",
  hostname: "example.com",
  ipv4: "192.0.2.1",
};

/** Texts to try on a pattern. */
const attempts = [
  "10.00", "10", "1", "EUR", "USD", "DE", "US", "en", "en-US", "a", "A", "abc", "ABC", "abcdef", "abc123", "A1B2C3", "12345678",
  "+4915112345678", "2026-11-30", "2026-11-30T12:00:00Z", "example.com", "https://example.com/page", "someone@example.com",
  "5a3f8c1e-7b6d-4e2a-9c4f-1d2e3f4a5b6c", "#336699", "/page",
]; // prettier-ignore

const byName: [names: string[], value: string][] = [
  [["currency", "currencycode", "assetcode"], "EUR"],
  [["country", "countrycode"], "DE"],
  [["language", "locale"], "en"],
  [["email", "emailaddress"], "someone@example.com"],
  [["url", "uri", "link", "href"], "https://example.com/page"],
  [["phone", "phonenumber"], "+4915112345678"],
  [["amount", "value", "price", "total"], "10.00"],
];

/** A value that the schema describes: the document's own example where there is one, else the smallest that may fit. */
export function sampleOf(
  document: OpenApiDocument,
  schema: Json | undefined,
  sampling: Sampling,
  name = "value",
): Json {
  const view = viewOf(document, schema);
  const { keywords } = view;
  const [ownExample] = Array.isArray(keywords["examples"]) ? keywords["examples"] : [];
  const words = Array.isArray(keywords["enum"]) ? keywords["enum"] : [];
  const told = [keywords["example"], ownExample, keywords["const"], keywords["default"], words[0]].find(
    (value) => value !== undefined && isOfType(value, view),
  );
  const isObjectToFill = view.type === "object" && isObject(told) && Object.keys(told).length === 0;
  if (told !== undefined && !isObjectToFill && !(sampling.fresh === true && view.type === "object"))
    return told;
  if (view.type === "object") return sampleObject(document, view, sampling);
  if (view.type === "array") return sampleArray(document, view, sampling, name);
  if (view.type === "integer" || view.type === "number") return sampleNumber(keywords, name);
  if (view.type === "boolean") return true;
  return view.type === null && view.isNullable ? null : sampleText(keywords, name);
}

function isOfType(value: Json, { type, isNullable }: SchemaView): boolean {
  if (value === null) return isNullable && type === null;
  if (type === null) return true;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function sampleObject(
  document: OpenApiDocument,
  { properties, required }: SchemaView,
  { depth, include }: Sampling,
): JsonObject {
  if (depth === 0) return {};
  const names = Object.keys(properties).filter((name) => required.includes(name) || include?.(name) === true);
  return Object.fromEntries(
    names.map((name) => [name, sampleOf(document, properties[name], { depth: depth - 1 }, name)]),
  );
}

function sampleArray(
  document: OpenApiDocument,
  { items, keywords }: SchemaView,
  { depth }: Sampling,
  name: string,
): Json[] {
  const least = typeof keywords["minItems"] === "number" ? Math.min(keywords["minItems"], 5) : 0;
  if (depth === 0) return [];
  return Array.from({ length: least }, () => sampleOf(document, items, { depth: depth - 1 }, name));
}

function sampleNumber(keywords: JsonObject, name: string): number {
  const { minimum, exclusiveMinimum, maximum } = keywords;
  const least =
    typeof exclusiveMinimum === "number"
      ? exclusiveMinimum + 1
      : typeof minimum === "number"
        ? minimum + (exclusiveMinimum === true ? 1 : 0)
        : 1;
  const usual = /amount|price|total|cents/.test(plainName(name)) ? 1000 : 1;
  const most = typeof maximum === "number" ? maximum : Number.MAX_SAFE_INTEGER;
  return Math.min(Math.max(usual, least), most);
}

function sampleText(keywords: JsonObject, name: string): string {
  const { format, pattern, minLength, maxLength } = keywords;
  const formatted = typeof format === "string" ? formats[format] : undefined;
  if (formatted !== undefined) return formatted;
  const plain = plainName(name);
  const usual = byName.find(([names]) => names.includes(plain))?.[1];
  const words = wordsOf(name).join(" ") || "value";
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.MAX_SAFE_INTEGER;
  const fits = (text: string): boolean =>
    text.length >= least && text.length <= most && (typeof pattern !== "string" || matches(pattern, text));
  const candidates = [...(usual === undefined ? [] : [usual]), `Example ${words}`, ...attempts];
  return candidates.find(fits) ?? `Example ${words}`.padEnd(least, "x").slice(0, Math.max(1, most));
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
