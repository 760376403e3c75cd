import { getAt } from "../../../dist/src/core/pointer.js";
import { fillTemplate } from "../../../dist/src/core/template.js";
import { fits } from "./answers.mjs";
import { fromRequest } from "./request.mjs";
import { textOf } from "./text.mjs";

/**
 * Reads one lookup to its end. `read(values, link)` fetches a page. Gives the objects found; `all` when there is nothing
 * more to read and the provider does not say that something is missing; `answer` is the last one.
 */
export async function readAll(lookup, read) {
  const objects = [];
  let at = {};
  for (;;) {
    const answer = await read(at);
    if (lookup.object !== null) return readOne(lookup, answer);
    if (answer.status !== 200) return { objects, all: false, answer };
    const items = getAt(answer.body, lookup.items);
    if (!Array.isArray(items)) return { objects, all: false, answer };
    objects.push(...items);
    if (saysIncomplete(lookup, answer)) return { objects, all: false, answer };
    const next = nextPage(lookup, answer, items, objects.length, at);
    if (next === null) return { objects, all: true, answer };
    at = next;
  }
}

function readOne(lookup, answer) {
  if (fits(lookup.absent, answer)) return { objects: [], all: true, answer };
  const object = answer.status === 200 ? getAt(answer.body, lookup.object) : undefined;
  const readable = object !== undefined && object !== null && typeof object === "object";
  return { objects: readable ? [object] : [], all: readable, answer };
}

function saysIncomplete(lookup, answer) {
  const marks = Object.entries(lookup.incomplete);
  return marks.length > 0 && marks.every(([pointer, value]) => getAt(answer.body, pointer) === value);
}

/** Where the next page is; null when this was the last. */
function nextPage({ pages }, answer, items, soFar, at) {
  if (pages === null) return null;
  if (pages.style === "link") {
    const url = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(answer.headers.link ?? "")?.[1];
    return url === undefined ? null : { url };
  }
  const next = pages.next === null ? items.length === pages.size : getAt(answer.body, pages.next);
  if (next === undefined || next === null || next === false || next === "") return null;
  if (pages.style === "linkInBody") return { url: next };
  if (pages.style === "page") return { parameter: pages.parameter, value: (at.value ?? 1) + 1 };
  if (pages.style === "offset") return { parameter: pages.parameter, value: soFar };
  // A cursor may be named outright, or be in the last object where the provider only says that there is more.
  const last = pages.lastItem === undefined ? undefined : getAt(items.at(-1), pages.lastItem);
  return { parameter: pages.parameter, value: last ?? next };
}

/**
 * How an object that a lookup found relates to what was asked for: `ours`, `altered` (our reference, other content),
 * `other`, or `unproven` (nothing in it shows whose it is).
 */
export function relation(operation, record, lookup, object) {
  const expected = expectations(operation, record);
  const differing = expected.filter(({ pointer, value }) => !isSame(getAt(object, pointer), value));
  const identity = expected.filter(({ isReference }) => isReference);
  if (identity.some((one) => differing.includes(one))) return "other";
  if (differing.length > 0) return identity.length > 0 ? "altered" : "other";
  if (identity.length > 0 || lookup.by === "id") return "ours";
  return lookup.by === "reference" && lookup.matching === "exact" ? "ours" : "unproven";
}

/** What a representation must hold if it is of this request: every value of it that comes from the request. */
function expectations(operation, record) {
  const reference = operation.request.reference;
  const referenceValue = reference === null ? undefined : getAt(record.payload, reference);
  const found = [];
  const visit = (template, pointer) => {
    if (typeof template === "string") {
      const value = comesFromRequest(template, record);
      if (value !== undefined) found.push(...leaves(value, pointer));
    } else if (template !== null && typeof template === "object") {
      for (const [name, inner] of Object.entries(template)) visit(inner, `${pointer}/${escape(name)}`);
    }
  };
  visit(operation.effect.representation, "");
  return found.map((one) => ({
    ...one,
    isReference: referenceValue !== undefined && isSame(one.value, referenceValue),
  }));
}

function comesFromRequest(template, record) {
  if (!/\{\{\s*request\./.test(template)) return undefined;
  return fillTemplate(template, (name) => fromRequest(name, record, { credentials: {} }));
}

function leaves(value, pointer) {
  if (value === null || typeof value !== "object") return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${pointer}/${escape(name)}`));
}

/** Pointers to all of a lookup's answer that is read here. */
export function neededOf(operation, record, lookup) {
  const { pages, incomplete } = lookup;
  const inObject = [
    ...expectations(operation, record).map(({ pointer }) => pointer),
    pointerToId(operation) ?? "",
    pages?.lastItem ?? "",
  ];
  const object = lookup.object ?? lookup.items;
  return [...inObject.map((pointer) => object + pointer), ...Object.keys(incomplete), pages?.next ?? ""];
}

/** The id of an object that a lookup found: where the representation says that the effect's id stands. */
export function idOf(operation, object) {
  const pointer = pointerToId(operation);
  const value = pointer === undefined ? undefined : getAt(object, pointer);
  return value === undefined ? undefined : textOf(value);
}

function pointerToId({ effect, answer }) {
  return pointerTo(effect.representation, "{{effect.id}}") ?? answer.receipt?.at;
}

function pointerTo(template, text, pointer = "") {
  if (template === text) return pointer;
  if (template === null || typeof template !== "object") return undefined;
  for (const [name, inner] of Object.entries(template)) {
    const found = pointerTo(inner, text, `${pointer}/${escape(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

// Form bodies know no types.
function isSame(there, expected) {
  return there !== undefined && textOf(there) === textOf(expected);
}

function escape(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
