import type { Pages } from "../src/contract/model.js";
import { isObject, type Json } from "../src/core/json.js";
import { getAt } from "../src/core/pointer.js";
import type { StoredEffect } from "./effect-store.js";
import type { Asked } from "./names.js";
import { textOf } from "./values.js";

/** One page of a list. */
export interface Page {
  items: StoredEffect[];
  isLast: boolean;
  /** What leads to the next page; null on the last. */
  next: Json;
  /** What stands at the contract's `next` pointer. */
  mark: Json;
  headers: [string, string][];
}

interface Place {
  path: string;
  baseUrl: string;
}

/** Cuts the page that was asked for out of a list, newest first. */
export function cutPage(
  all: StoredEffect[],
  pages: Pages | null,
  asked: Asked,
  place: Place,
): Page | { problem: string } {
  if (pages === null) return { items: all, isLast: true, next: null, mark: null, headers: [] };
  const size = sizeOf(pages, asked);
  const start = startOf(all, pages, asked, size);
  if (typeof start === "string") return { problem: start };
  const items = all.slice(start, start + size);
  const isLast = start + size >= all.length;
  const last = items.at(-1);
  if (isLast || last === undefined) {
    const mark = pages.lastItem === undefined ? null : false;
    return { items, isLast: true, next: null, mark, headers: [] };
  }
  const next = nextOf(pages, last, start + size, size);
  const isLink = pages.style === "link" || pages.style === "linkInBody";
  if (!isLink)
    return { items, isLast: false, next, mark: pages.lastItem === undefined ? next : true, headers: [] };
  const url = linkTo(pages, asked, place, textOf(next) ?? "");
  const headers: [string, string][] = pages.style === "link" ? [["Link", `<${url}>; rel="next"`]] : [];
  return { items, isLast: false, next: url, mark: url, headers };
}

/** Whether a request for a list is for a page after the first. */
export function asksForFurtherPage(pages: Pages, asked: Asked): boolean {
  const given = parameterIn(asked, parameterOf(pages)) ?? "";
  if (given === "") return false;
  const first = { page: 1, offset: 0 }[pages.style as string];
  return first === undefined || Number(given) > first;
}

/** The parameter that carries the position; links have one as well, though clients need not know it. */
function parameterOf(pages: Pages): string {
  return pages.parameter === "" ? "cursor" : pages.parameter;
}

/** A parameter of a list: in the query, or in the body of a search that is a POST, in GraphQL among its variables. */
function parameterIn({ query, body, call }: Asked, name: string): string | null {
  const inQuery = query[name];
  if (inQuery !== undefined) return inQuery;
  const fields = call === undefined || call === null ? body : call.arguments;
  return isObject(fields) && Object.hasOwn(fields, name) ? textOf(fields[name]) : null;
}

function sizeOf({ size, sizeParameter }: Pages, asked: Asked): number {
  const wished = sizeParameter === undefined ? Number.NaN : Number(parameterIn(asked, sizeParameter));
  return Number.isInteger(wished) && wished > 0 ? Math.min(wished, size) : size;
}

/** Index of the first item of the page, or what is wrong with the position asked for. */
function startOf(all: StoredEffect[], pages: Pages, asked: Asked, size: number): number | string {
  const parameter = parameterOf(pages);
  const given = parameterIn(asked, parameter);
  if (given === null || given === "") return 0;
  const wrong = `The parameter ${parameter}: expected a position in the list, got '${given}'.`;
  if (pages.style === "page" || pages.style === "offset") {
    const number = Number(given);
    if (!Number.isInteger(number) || number < 0) return wrong;
    return pages.style === "page" ? Math.max(0, number - 1) * size : number;
  }
  if (pages.lastItem !== undefined) {
    const pointer = pages.lastItem;
    const index = all.findIndex(({ effect }) => textOf(getAt(effect.representation, pointer)) === given);
    return index < 0 ? wrong : index + 1;
  }
  const serial = Number(/^c(\d+)$/.exec(Buffer.from(given, "base64url").toString("utf8"))?.[1]);
  if (Number.isNaN(serial)) return wrong;
  const index = all.findIndex((stored) => stored.serial < serial);
  return index < 0 ? all.length : index;
}

function nextOf(pages: Pages, last: StoredEffect, end: number, size: number): Json {
  if (pages.style === "page") return Math.round(end / size) + 1;
  if (pages.style === "offset") return end;
  if (pages.lastItem !== undefined) return getAt(last.effect.representation, pages.lastItem) ?? null;
  // Opaque, and right however many newer effects have come since.
  return Buffer.from(`c${last.serial}`).toString("base64url");
}

function linkTo(pages: Pages, { query }: Asked, { path, baseUrl }: Place, next: string): string {
  const parameters = new URLSearchParams({ ...query, [parameterOf(pages)]: next });
  return `${baseUrl}${path}?${parameters.toString()}`;
}
