import type { BodyKind, Contract, Route } from "../src/contract/model.js";
import type { Role } from "../src/core/history.js";
import type { Json } from "../src/core/json.js";
import { compilePointer } from "../src/core/pointer.js";
import type { CompiledLookup } from "./lookup.js";
import type { CompiledOperation } from "./operation.js";
import { textOf } from "./values.js";
import { compilePath, decodeSegment } from "./paths.js";

/** What a route leads to. */
export interface Target {
  operation: CompiledOperation;
  role: Role;
  kinds: readonly BodyKind[];
  /** For lookups: which one of the operation's. */
  lookup: CompiledLookup | null;
  /** How well a request fits; null when it does not. */
  fit(body: Json, query: Record<string, string>, field: string | null): number | null;
  /** From what the path's pattern captured, the whole of it first. */
  parameters(captures: readonly string[]): Record<string, string>;
}

const none: Record<string, string> = {};

/** All targets that share a method and the shape of a path. */
export interface RouteGroup {
  method: string;
  regexp: RegExp;
  targets: Target[];
  /** Its requests are GraphQL, and a field tells them apart. */
  isGraphql: boolean;
}

/** The routes of a contract, the more specific paths first. */
export function routeGroups(contract: Contract, operations: readonly CompiledOperation[]): RouteGroup[] {
  const groups = new Map<string, RouteGroup & { rank: string }>();
  const add = (
    route: Route,
    target: Pick<Target, "operation" | "role" | "lookup">,
    queryMustBeThere: boolean,
  ): void => {
    const { regexp, names, rank } = compilePath(route.path);
    const id = `${route.method} ${regexp.source}`;
    const group = groups.get(id) ?? { method: route.method, regexp, rank, targets: [], isGraphql: false };
    groups.set(id, group);
    group.isGraphql ||= route.match.graphqlField !== null;
    group.targets.push({
      ...target,
      kinds: route.body,
      fit: fitOf(route, queryMustBeThere),
      parameters: (captures) =>
        names.length === 0
          ? none
          : Object.fromEntries(names.map((name, index) => [name, decodeSegment(captures[index + 1] ?? "")])),
    });
  };
  for (const operation of operations) {
    if (operation.is.nature === "reads") continue;
    add(operation.is.request, { operation, role: "write", lookup: null }, false);
  }
  for (const operation of operations) {
    for (const lookup of operation.lookups)
      add(lookup.is.request, { operation, role: "lookup", lookup }, true);
    const poll = operation.is.answer.outcome?.request;
    if (poll) add(poll, { operation, role: "poll", lookup: null }, true);
  }
  // A read that is an operation of its own comes after the lookups of writes on the same route.
  for (const operation of operations) {
    if (operation.is.nature !== "reads") continue;
    add(operation.is.request, { operation, role: "none", lookup: null }, false);
  }
  return [...groups.values()].sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
}

/** The targets that fit a request best, in the order of the contract; `field` is what a GraphQL request asks for. */
export function fitting(
  targets: readonly Target[],
  body: Json,
  query: Record<string, string>,
  field: string | null,
): readonly Target[] {
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return only.fit(body, query, field) === null ? [] : targets;
  let best = -1;
  let found: Target[] = [];
  for (const target of targets) {
    const fit = target.fit(body, query, field);
    if (fit === null || fit < best) continue;
    if (fit > best) found = [];
    best = fit;
    found.push(target);
  }
  return found;
}

function fitOf(route: Route, queryMustBeThere: boolean): Target["fit"] {
  const matches = Object.entries(route.match.body).map(([pointer, expected]) => ({
    get: compilePointer(pointer),
    // A place that holds what is searched for may hold anything.
    expected: typeof expected === "string" && expected.includes("{{") ? undefined : JSON.stringify(expected),
    text: typeof expected === "string" ? expected : JSON.stringify(expected),
  }));
  const { graphqlField } = route.match;
  const names = Object.keys(route.query);
  const needed = queryMustBeThere ? names.filter((name) => route.query[name]?.includes("{{")) : [];
  return (body, query, field) => {
    if (graphqlField !== null && graphqlField !== field) return null;
    for (const { get, expected, text } of matches) {
      const there = get(body);
      if (there === undefined) return null;
      if (expected !== undefined && JSON.stringify(there) !== expected && textOf(there) !== text) return null;
    }
    if (!needed.every((name) => query[name] !== undefined)) return null;
    return matches.length * 100 + names.filter((name) => query[name] !== undefined).length;
  };
}
