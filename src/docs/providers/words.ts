import type { DeclaredError, Operation, Place, Route, Wait } from "../../contract/model.js";
import type { RetrySafety } from "../../contract/retry-safety.js";
import type { Json } from "../../core/json.js";
import { code, enumerated, joined, type Inline, type Text } from "./page/content.js";
import type { Tone } from "./tone.js";

/** What is said where the provider's documentation is silent. */
export const notDocumented: Inline = { soft: "not documented" };

const units: [ms: number, one: string][] = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1000, "second"],
  [1, "millisecond"],
];

/** Milliseconds in words, exactly: `24 hours`, `90 seconds`. */
export function durationInWords(milliseconds: number): string {
  // A day is written as 24 hours: that is how providers say it.
  const [size, one] = units.find(
    ([ms]) => milliseconds >= ms && milliseconds % ms === 0 && milliseconds !== ms * 24,
  ) ?? [1, "millisecond"];
  const [chosen, name] = milliseconds === 86_400_000 ? [3_600_000, "hour"] : [size, one];
  const count = milliseconds / chosen;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** What a contract makes of a write whose answer is lost, as a heading, a sentence and a colour. */
export const safetyInWords: Record<RetrySafety, { title: string; short: string; says: string; tone: Tone }> =
  {
    safe: {
      title: "A repeat is harmless.",
      short: "harmless to repeat",
      says: "Sending the same request again leaves the provider in the same state, so a lost answer may simply be asked for again.",
      tone: "safe",
    },
    "safe-with-key": {
      title: "Repeat it under the same key.",
      short: "repeat with the same key",
      says: "The provider recognises a repeat by its key. The same request under the same key is safe for as long as the key is remembered; under a new key it may act twice.",
      tone: "key",
    },
    "safe-after-lookup": {
      title: "Look it up before repeating it.",
      short: "repeat only after a lookup",
      says: "No key covers a repeat, but the provider can be asked what exists. Only an absence that is proven allows another send.",
      tone: "look",
    },
    "hold-for-human": {
      title: "Do not repeat it: hold it for a person.",
      short: "hold for a person",
      says: "Nothing the provider promises makes a repeat safe, and nothing proves that the write did not happen. What is not found must be decided by a person.",
      tone: "hold",
    },
  };

/** A JSON Pointer as people write it: `metadata.order_id`. */
export function fieldName(pointer: string): string {
  if (pointer === "") return "(the whole body)";
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** Where something stands: `the header X` or `the body field y`. */
export function placeInWords(place: Place): Inline[] {
  return place.in === "header" ? ["the header ", code(place.at)] : fieldInWords(place.at);
}

/** A field of a body by its pointer. */
export function fieldInWords(pointer: string): Inline[] {
  return pointer === "" ? ["the whole body"] : ["the body field ", code(fieldName(pointer))];
}

/** A request as `GET /v1/search?query={reference}`; a GraphQL one with its field. */
export function routeText(route: Route): string {
  const query = Object.entries(route.query).map(([name, value]) => `${name}=${named(value)}`);
  return `${route.method} ${route.path}${query.length === 0 ? "" : `?${query.join("&")}`}${fieldOf(route)}`;
}

/** A request without what it asks for in its query, for a diagram. */
export function shortRouteText(route: Route): string {
  const query = Object.keys(route.query).length === 0 ? "" : "?…";
  return `${route.method} ${route.path}${query}${fieldOf(route)}`;
}

function fieldOf({ match: { graphqlField } }: Route): string {
  return graphqlField === null ? "" : ` ${graphqlField}`;
}

/** A template as people write one: `{channel}` for `{{request.body.channel}}`. */
function named(template: string): string {
  return template.replaceAll(
    /\{\{([^{}]*)\}\}/g,
    (_whole, name: string) => `{${name.split(".").at(-1) ?? name}}`,
  );
}

/** A value as it stands in a contract, short enough for a table. */
export function valueText(value: Json): string {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")) {
    return value.join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An error as people tell it apart: its status, and what else must be true of the answer. */
export function errorInWords(error: DeclaredError): Inline[] {
  const conditions = [
    ...Object.entries(error.when.body).map(([pointer, value]): Text => [
      code(fieldName(pointer)),
      " is ",
      code(valueText(value)),
    ]),
    ...Object.entries(error.when.headers).map(([name, value]): Text => [
      "header ",
      code(name),
      " is ",
      code(value),
    ]),
  ];
  const named = error.name === String(error.status) ? [] : [" ", code(error.name)];
  const told = conditions.length === 0 ? [] : [" (", ...joined(conditions, ", "), ")"];
  return [code(String(error.status)), ...named, ...told];
}

const formatWords: Record<string, string> = {
  seconds: "in seconds",
  milliseconds: "in milliseconds",
  httpDate: "an HTTP date",
  epochSeconds: "a moment in Unix seconds",
  epochMilliseconds: "a moment in Unix milliseconds",
  iso8601: "an ISO 8601 date",
};

/** How long to wait after an error: the first of these that is there. */
export function waitsInWords(waits: readonly Wait[]): Inline[] {
  return joined(
    waits.map((wait): Text => {
      if ("fixedMs" in wait) return [durationInWords(wait.fixedMs)];
      const formats = wait.formats.map((format) => formatWords[format] ?? format).join(" or ");
      const place = placeInWords(
        "header" in wait ? { in: "header", at: wait.header } : { in: "body", at: wait.pointer },
      );
      return ["what ", ...place, ` says (${formats})`];
    }),
    "; without it ",
  );
}

/** What a key may look like. */
export function keyShape({ minLength, maxLength }: { minLength: number; maxLength: number | null }): string {
  if (minLength === maxLength) return `exactly ${minLength} characters`;
  if (maxLength === null)
    return minLength > 1 ? `at least ${minLength} characters` : "no longest length is known";
  return minLength > 1 ? `${minLength} to ${maxLength} characters` : `up to ${maxLength} characters`;
}

/** Where the idempotency key travels. */
export function keyPlace({ in: where, name }: { in: string; name: string }): Inline[] {
  if (where === "body") return fieldInWords(name);
  if (where === "graphqlDirective") return ["the GraphQL directive ", code(name)];
  const nouns: Record<string, string> = {
    header: "the header ",
    query: "the query parameter ",
    path: "the path parameter ",
  };
  return [nouns[where] ?? `${where} `, code(name)];
}

/** An operation as people call it. */
export function operationTitle(operation: Operation): string {
  return operation.summary ?? operation.name;
}

/** Words of the contract as a list in a sentence. */
export function listedWords(words: readonly string[], last: "and" | "or"): Inline[] {
  return enumerated(
    words.map((word) => [word]),
    last,
  );
}
