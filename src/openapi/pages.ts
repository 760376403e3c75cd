import { below } from "../contract/schema/walk.js";
import type { Json, JsonObject } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { undocumented } from "./idempotency.js";
import type { Content } from "./media.js";
import { plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import type { Remarks } from "./remarks.js";
import { viewOf } from "./schema-view.js";

const sizes = ["limit", "perpage", "pagesize", "size", "count", "maxresults", "first", "top"];
const cursors = ["cursor", "pagetoken", "nexttoken", "continuationtoken", "pagecursor", "nextcursor"];
const afterLast = ["startingafter", "after"];
const nexts = [
  "nextcursor",
  "nextpagetoken",
  "nexttoken",
  "continuationtoken",
  "nextpage",
  "cursor",
  "pagetoken",
];
const flags = ["hasmore", "more"];

/** How a list is turned, as far as its parameters and its answer show; null when they do not. */
export function pagesOf(
  document: OpenApiDocument,
  list: ApiOperation,
  content: Content,
  remarks: Remarks,
): JsonObject | null {
  const query = list.parameters.filter((one) => one.in === "query");
  const named = (words: readonly string[]): string | null =>
    query.find(({ name }) => words.includes(plainName(name)))?.name ?? null;
  const sizeParameter = named(sizes);
  const maximum = viewOf(document, query.find(({ name }) => name === sizeParameter)?.schema).keywords[
    "maximum"
  ];
  const common = {
    size: typeof maximum === "number" && maximum >= 1 ? Math.floor(maximum) : undocumented(100),
    ...(sizeParameter === null ? {} : { sizeParameter }),
  };
  const found = styleOf(document, content, named);
  if (found !== null) {
    remarks.below("pages").guessed(`the parameter '${found.parameter}'`);
    return { ...found.pages, ...common };
  }
  remarks.openQuestion("is the list cut into pages (`pages:`), and how does a client get the next one?");
  return null;
}

function styleOf(
  document: OpenApiDocument,
  content: Content,
  named: (words: readonly string[]) => string | null,
): { parameter: string; pages: JsonObject } | null {
  const cursor = named(cursors);
  const next = pointerTo(document, content.schema, nexts);
  if (cursor !== null && next !== null) {
    return { parameter: cursor, pages: { style: "cursor", parameter: cursor, next } };
  }
  const after = named(afterLast);
  const flag = pointerTo(document, content.schema, flags);
  if (after !== null && flag !== null) {
    const pages = {
      style: "cursor",
      parameter: after,
      cursor: { from: "lastItem", pointer: "/id" },
      next: flag,
    };
    return { parameter: after, pages };
  }
  const offset = named(["offset", "skip"]);
  if (offset !== null) return { parameter: offset, pages: { style: "offset", parameter: offset } };
  const page = named(["page", "pagenumber"]);
  return page === null ? null : { parameter: page, pages: { style: "page", parameter: page } };
}

/** A field of the answer with one of the names, at the top or one level below. */
function pointerTo(
  document: OpenApiDocument,
  schema: Json | undefined,
  names: readonly string[],
): string | null {
  const { properties } = viewOf(document, schema);
  const own = Object.keys(properties).find((name) => names.includes(plainName(name)));
  if (own !== undefined) return below("", own);
  for (const [name, inner] of Object.entries(properties)) {
    const view = viewOf(document, inner);
    if (view.type !== "object") continue;
    const deeper = Object.keys(view.properties).find((one) => names.includes(plainName(one)));
    if (deeper !== undefined) return below(below("", name), deeper);
  }
  return null;
}
