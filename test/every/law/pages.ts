import type { Lookup } from "../../../src/contract/model.js";
import type { Json } from "../../../src/core/json.js";
import { getAt } from "../../../src/core/pointer.js";
import type { Reply } from "./client.js";

/** Reads the page at a place; the first one at `{}`. */
export type Read = (at: { url?: string; parameter?: string; value?: Json }) => Promise<Reply>;

/** More pages than this are an endless list. */
const most = 50;

/** The pages of a list, as a client of the contract reads them to the end. */
export async function readPages(lookup: Lookup, read: Read): Promise<Json[][]> {
  const { pages, items } = lookup;
  const found: Json[][] = [];
  let at: Parameters<Read>[0] | null = {};
  while (at !== null && found.length < most) {
    const reply: Reply = await read(at);
    const there = getAt(reply.body, items ?? "");
    const page: Json[] = Array.isArray(there) ? there : [];
    found.push(page);
    const soFar = found.reduce((sum, { length }) => sum + length, 0);
    at = pages === null ? null : nextOf(pages, reply, page, { soFar, read: found.length });
  }
  return found;
}

function nextOf(
  pages: NonNullable<Lookup["pages"]>,
  { body, headers }: Reply,
  page: Json[],
  { soFar, read }: { soFar: number; read: number },
): Parameters<Read>[0] | null {
  const { style, parameter } = pages;
  if (style === "link") {
    const url = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(headers["link"] ?? "")?.[1];
    return url === undefined ? null : { url };
  }
  // Where nothing says whether there is more, a page that is empty is the end.
  const next = pages.next === null ? page.length > 0 : getAt(body, pages.next);
  if (next === undefined || next === null || next === false || next === "") return null;
  if (style === "linkInBody") return typeof next === "string" ? { url: next } : null;
  if (style === "page") return { parameter, value: read + 1 };
  if (style === "offset") return { parameter, value: soFar };
  const last = pages.lastItem === undefined ? undefined : getAt(page.at(-1), pages.lastItem);
  return { parameter, value: last ?? next };
}

/** The sizes of the pages that so many items make. */
export function sizesOf(count: number, size: number): number[] {
  const full = Array.from({ length: Math.floor(count / size) }, () => size);
  return count % size === 0 ? full : [...full, count % size];
}
