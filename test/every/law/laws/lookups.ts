import type { Lookup, Route } from "../../../../src/contract/model.js";
import type { Effect } from "../../../../src/core/history.js";
import { isObject, type Json, type JsonObject } from "../../../../src/core/json.js";
import { getAt, setAt } from "../../../../src/core/pointer.js";
import { exchange, readOf, text, type Reply } from "../client.js";
import { misfit } from "../fit.js";
import { writes, type Law } from "../law.js";
import { readPages, sizesOf, type Read } from "../pages.js";
import type { Prepared, Stage, Which } from "../stage.js";

const isLookedUp: Law["applies"] = (operation) => writes(operation) && operation.lookups.length > 0;
const isSearched: Law["applies"] = (operation) =>
  writes(operation) && operation.lookups.some(({ items }) => items !== null);

/** What lookups find. */
export const lookups: readonly Law[] = [
  {
    id: "finds",
    title: "a lookup finds the effect once its lag has passed, and shows it as declared",
    applies: isLookedUp,
    judge: (stage) =>
      forEach(stage, async (lookup, what) => {
        const { clock } = stage.provider;
        const ask = stage.prepare(1);
        const created = await stage.write(ask);
        const effect = stage.named(created) ?? stage.effects()[0];
        if (effect === undefined) return stage.expect(false, `${what}: there is nothing to find`);
        const lag = lookup.lag.typicallyMs;
        if (lag > 0) {
          expectNothing(stage, `${what}, at once`, lookup, await find(stage, lookup, ask, effect));
          clock.advance(lag - Math.min(1000, lag / 2));
          expectNothing(stage, `${what}, before its lag`, lookup, await find(stage, lookup, ask, effect));
          clock.advance(lag);
        }
        const reply = await find(stage, lookup, ask, effect);
        stage.expectStatus(what, reply, 200);
        expectShown(stage, what, lookup, reply, ask, effect);

        const unknown = { ...ask, payload: withReference(stage, ask.payload, "nothing-like-it") };
        const other: Effect = { ...effect, id: "999999", names: ["999999"], reference: "nothing-like-it" };
        if (lookup.by !== "scan") {
          const nothing = await find(stage, lookup, unknown, other);
          expectNothing(stage, `${what}, of something else`, lookup, nothing);
        }
        if (stage.contract.credentials.scheme !== "none") {
          const theirs = stage.prepare(1, { as: "second" });
          const foreign = await find(stage, lookup, theirs, effect, "second");
          expectNothing(stage, `${what}, by the second account`, lookup, foreign);
        }
        for (const pointer of narrowedBy(lookup)) {
          const elsewhere = { ...ask, payload: setAt(ask.payload, pointer, "elsewhere") };
          const nothing = await find(stage, lookup, elsewhere, effect);
          expectNothing(stage, `${what}, with another ${pointer}`, lookup, nothing);
        }
        stage.provider.remove(effect.id);
        expectNothing(stage, `${what}, once removed`, lookup, await find(stage, lookup, ask, effect));
        return undefined;
      }),
  },
  {
    id: "matching",
    title: "a search by reference is as loose as declared",
    applies: isSearched,
    judge: (stage) =>
      forEach(stage, async (lookup, what) => {
        if (lookup.by !== "reference" || lookup.items === null) return;
        const ask = stage.prepare(1);
        const { reference } = stage.operation.request;
        const searched = reference === null ? undefined : getAt(ask.payload, reference);
        if (typeof searched !== "string") return;
        const near = {
          equal: searched,
          longer: `${searched}7`,
          inside: `see ${searched} for more`,
          louder: searched.toUpperCase(),
        };
        const expected = {
          exact: ["equal"],
          prefix: ["equal", "longer"],
          contains: ["equal", "longer", "inside"],
          fuzzy: ["equal", "longer", "inside", "louder"],
        }[lookup.matching];
        const planted = new Map<string, Effect>();
        for (const [name, value] of Object.entries(near)) {
          if (name !== "equal" && value === searched) continue;
          planted.set(name, plant(stage, ask, value));
        }
        stage.provider.clock.advance(lookup.lag.typicallyMs + 1000);
        const like = planted.get("equal");
        if (like === undefined) return;
        const reply = await find(stage, lookup, ask, like);
        const items = itemsOf(lookup, reply);
        const isThere = planted.has("louder") ? () => true : (name: string) => name !== "louder";
        const count = expected.filter(isThere).length;
        stage.expect(
          items.length === count,
          `${what}: expected ${expected.join(", ")}, got ${items.length} matches`,
        );
      }),
  },
  {
    id: "pages",
    title: "a list comes in pages of the declared size, each effect once, the last page known as such",
    applies: isSearched,
    judge: (stage) =>
      forEach(stage, async (lookup, what) => {
        const { pages, items } = lookup;
        if (items === null) return;
        const ask = stage.prepare(1);
        const size = pages?.size ?? 20;
        const asked = pages?.sizeParameter === undefined ? [null] : [null, 2];
        for (const smaller of asked) {
          for (const count of smaller === null ? [size, size + 1] : [5]) {
            stage.provider.reset();
            const effects = Array.from({ length: count }, () => plant(stage, ask));
            stage.provider.clock.advance(lookup.lag.typicallyMs + 1000);
            const read: Read = (at) => find(stage, lookup, ask, effects[0] as Effect, "first", at, smaller);
            const found = await readPages(lookup, read);
            const said = `${what}, ${count} in pages of ${smaller ?? size}`;
            const all = found.flat();
            stage.expect(all.length === count, `${said}: found ${all.length}`);
            const names = new Set(all.map((item) => JSON.stringify(item)));
            const mustDiffer = JSON.stringify(stage.operation.effect.representation).includes(
              "{{effect.id}}",
            );
            stage.expect(!mustDiffer || names.size === count, `${said}: ${names.size} of them differ`);
            const sizes = found.map((page) => page.length).filter((length) => length > 0);
            const expected = pages === null ? [count] : sizesOf(count, smaller ?? size);
            stage.expect(
              sizes.join() === expected.join(),
              `${said}: expected ${expected.join()}, got ${sizes.join()}`,
            );
          }
        }
      }),
  },
  {
    id: "incomplete",
    title: "a lookup that leaves matches out says so where it is declared, and only then",
    applies: isLookedUp,
    judge: (stage) =>
      forEach(stage, async (lookup, what) => {
        const marks = Object.entries(lookup.incomplete);
        const isMarked = ({ body }: Reply): boolean =>
          marks.every(([pointer, value]) => JSON.stringify(getAt(body, pointer)) === JSON.stringify(value));
        const ask = stage.prepare(1);
        const effect = plant(stage, ask);
        stage.provider.clock.advance(lookup.lag.typicallyMs + 1000);
        const whole = await find(stage, lookup, ask, effect);
        if (marks.length > 0)
          stage.expect(!isMarked(whole), `${what}: a whole answer is marked as incomplete`);
        const on = { operation: stage.operation.name, role: "lookup" as const };
        stage.provider.arm({ fault: "incomplete-lookup", at: "admitted", on });
        const cut = await find(stage, lookup, ask, effect);
        expectNothing(stage, `${what}, incomplete`, lookup, cut, marks.length > 0);
        if (lookup.items !== null) stage.expect(isMarked(cut), `${what}: an incomplete answer is not marked`);
      }),
  },
];

/** Goes through the lookups of the operation, each in a world of its own. */
async function forEach(stage: Stage, judge: (lookup: Lookup, what: string) => Promise<void>): Promise<void> {
  for (const [index, lookup] of stage.operation.lookups.entries()) {
    stage.provider.reset();
    await judge(lookup, `lookup ${index} by ${lookup.by}`);
  }
}

/** Asks a lookup for an effect; `at` is the page, `size` how many are asked for. */
export function find(
  stage: Stage,
  lookup: Lookup,
  ask: Prepared,
  effect: Effect,
  as: Which = "first",
  at: Parameters<Read>[0] = {},
  size: number | null = null,
): Promise<Reply> {
  const { reference } = stage.operation.request;
  const sought = reference === null ? undefined : getAt(ask.payload, reference);
  const values = { id: effect.names[0], "effect.id": effect.id, reference: sought };
  const { request, pages } = lookup;
  const more: Record<string, string> = {};
  if (size !== null && pages?.sizeParameter !== undefined) more[pages.sizeParameter] = String(size);
  if (at.parameter !== undefined) more[at.parameter] = text(at.value ?? "");
  const route = request.method === "GET" ? request : withFields(request, more);
  const sent = readOf(stage.caller(as), route, ask, values, filled(stage, lookup));
  if (at.url !== undefined) return exchange({ ...sent, url: new URL(at.url, stage.provider.baseUrl) });
  if (request.method === "GET")
    for (const [name, value] of Object.entries(more)) sent.url.searchParams.set(name, value);
  return exchange(sent);
}

/** The route with further fields in its body, in GraphQL among the variables. */
function withFields(route: Route, fields: Record<string, string>): Route {
  const under = route.match.graphqlField === null ? "" : "/variables";
  const more = Object.entries(fields).map(([name, value]) => [`${under}/${name}`, value] as const);
  return { ...route, match: { ...route.match, body: { ...route.match.body, ...Object.fromEntries(more) } } };
}

/** The lookup's answer with the representation in it, for asking for all of it. */
function filled({ operation }: Stage, { answer, object, items }: Lookup): Json {
  const { representation } = operation.effect;
  if (answer === undefined)
    return setAt({}, items ?? object ?? "", items === null ? representation : [representation]);
  return JSON.parse(
    JSON.stringify(answer)
      .replaceAll('"{{representation}}"', () => JSON.stringify(representation))
      .replaceAll('"{{items}}"', () => JSON.stringify([representation])),
  ) as Json;
}

/** Where in the request that made an effect there is what the lookup is narrowed down by. */
function narrowedBy({ request }: Lookup): string[] {
  const templates = JSON.stringify([request.query, request.match.body]);
  const names = [...templates.matchAll(/\{\{request\.body\.([^{}]+)\}\}/g)].map(([, path]) => path ?? "");
  return names.map((path) => `/${path.replaceAll(".", "/")}`);
}

function expectShown(
  stage: Stage,
  what: string,
  lookup: Lookup,
  reply: Reply,
  ask: Prepared,
  effect: Effect,
): void {
  const items = itemsOf(lookup, reply);
  stage.expect(items.length === 1, `${what}: found ${items.length}`);
  const [item] = items;
  if (item === undefined) return;
  const closeness = { mayLack: stage.operation.request.body.includes("graphql") };
  const expected = stage.expectations({ ask, effect });
  const problems = misfit(stage.operation.effect.representation, item, expected, closeness);
  for (const problem of problems) stage.violations.push(`${what}: ${problem}`);
  if (lookup.answer === undefined) return;
  const more: JsonObject = { representation: item, items, total: 1, count: 1, "page.hasMore": false };
  const about = { ask, effect };
  const shape = misfit(lookup.answer, reply.body, stage.expectations(about, more), {
    ...closeness,
    mayHaveMore: true,
  });
  for (const problem of shape) stage.violations.push(`${what}: ${problem}`);
}

function expectNothing(stage: Stage, what: string, lookup: Lookup, reply: Reply, isMarked = false): void {
  if (lookup.items === null) {
    if (!isMarked) stage.expectAnswer(what, reply, lookup.absent);
    else stage.expectStatus(what, reply, lookup.absent.status);
    return;
  }
  const isRefused =
    reply.status === stage.contract.provider.refusals.unauthorized.status && reply.status !== 200;
  if (isRefused) return;
  stage.expectStatus(what, reply, 200);
  const there = itemsOf(lookup, reply).length;
  stage.expect(there === 0, `${what}: expected nothing, found ${there}`);
}

function itemsOf({ items, object }: Lookup, { body, status }: Reply): Json[] {
  const there = getAt(body, items ?? object ?? "");
  if (items !== null) return Array.isArray(there) ? there : [];
  return status === 200 && isObject(there) ? [there] : [];
}

function plant(stage: Stage, { payload, parameters }: Prepared, reference?: string): Effect {
  const { request } = stage.operation;
  const content = reference === undefined ? payload : withReference(stage, payload, reference);
  const travels = request.reference === null ? undefined : getAt(content, request.reference);
  return stage.provider.plant({
    operation: stage.operation.name,
    account: "first",
    content: isObject(content) ? content : {},
    parameters,
    reference: travels === undefined ? null : text(travels),
  });
}

function withReference({ operation }: Stage, payload: Json, value: string): Json {
  const { reference } = operation.request;
  return reference === null || getAt(payload, reference) === undefined
    ? payload
    : setAt(payload, reference, value);
}
