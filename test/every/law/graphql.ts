import type { Route } from "../../../src/contract/model.js";
import { isObject, type Json } from "../../../src/core/json.js";
import { getAt } from "../../../src/core/pointer.js";

/** The variable that an example hands to the directive that carries the key. */
export function keyVariable(payload: Json, directive: string): string {
  const query = getAt(payload, "/query");
  const [, name] = new RegExp(`@${directive}\\(key: *\\$(\\w+)`).exec(JSON.stringify(query)) ?? [];
  if (name === undefined) throw new Error(`the example's query has no @${directive}(key: $…)`);
  return name;
}

/** A query for one field that asks for all that the answer can hold. */
export function queryFor({ match }: Route, answer: Json): string {
  const field = match.graphqlField ?? "";
  const variables = Object.keys(match.body).flatMap(
    (pointer) => /^\/variables\/(\w+)/.exec(pointer)?.[1] ?? [],
  );
  const names = [...new Set(variables)];
  const heads = names.length === 0 ? "" : `(${names.map((name) => `$${name}: Any`).join(", ")})`;
  const given = names.length === 0 ? "" : `(${names.map((name) => `${name}: $${name}`).join(", ")})`;
  return `query read${heads} { ${field}${given} ${selection(getAt(answer, `/data/${field}`) ?? null)} }`;
}

function selection(shape: Json): string {
  const object = Array.isArray(shape) ? shape[0] : shape;
  if (!isObject(object)) return "";
  return `{ ${Object.entries(object)
    .map(([name, inner]) => `${name} ${selection(inner)}`)
    .join(" ")} }`;
}
