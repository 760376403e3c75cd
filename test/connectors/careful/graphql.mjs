import { getAt, setAt } from "../../../dist/src/core/pointer.js";

/** The payload with the key in the argument `key` of a directive: in the variable that it names, or written out. */
export function withDirectiveKey(payload, directive, key) {
  const argument = new RegExp(`(@${directive}\\s*\\(\\s*key:\\s*)(?:\\$(\\w+)|"[^"]*")`);
  const query = getAt(payload, "/query");
  const found = typeof query === "string" ? argument.exec(query) : null;
  if (found === null) throw new Error(`the query has no @${directive}(key: …)`);
  const [, , variable] = found;
  if (variable !== undefined) return setAt(payload, `/variables/${variable}`, key);
  return setAt(
    payload,
    "/query",
    query.replace(argument, (_, before) => before + JSON.stringify(key)),
  );
}

/**
 * A body that reads one field of the root, and of it what stands at the pointers into the answer. The arguments are written
 * out: a variable needs the name of its type, and a contract does not tell it.
 */
export function graphqlRead(field, body, pointers) {
  const { variables = {}, ...rest } = body;
  const given = Object.entries(variables).map(([name, value]) => `${name}: ${literal(value)}`);
  const call = given.length === 0 ? field : `${field}(${given.join(", ")})`;
  return { ...rest, query: `query { ${call}${print(fieldsAt(pointers).get("data")?.get(field))} }` };
}

/** Pointers as a tree of fields; an index is no field. */
function fieldsAt(pointers) {
  const tree = new Map();
  for (const pointer of pointers) {
    let here = tree;
    for (const name of pointer.split("/").slice(1)) {
      if (/^\d+$/.test(name)) continue;
      if (!here.has(name)) here.set(name, new Map());
      here = here.get(name);
    }
  }
  return tree;
}

function print(fields = new Map()) {
  if (fields.size === 0) return "";
  return ` { ${[...fields].map(([name, of]) => name + print(of)).join(" ")} }`;
}

/** A value in the language of queries, where the names of fields have no quotes. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(", ")} }`;
}
