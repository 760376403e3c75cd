import type { Lookup } from "../src/contract/model.js";
import { compilePattern } from "../src/core/pattern.js";
import type { Effect } from "../src/core/history.js";
import { compilePointer } from "../src/core/pointer.js";
import type { Asked } from "./names.js";
import { textOf } from "./values.js";

/** Finds what is searched for: where the route names it, in the path, the query or the body. */
export function searchedValue({ by, request }: Lookup): (asked: Asked) => string | null {
  const wanted = by === "id" ? ["id", "effect.id"] : ["reference"];
  const readers = [
    ...Object.entries(request.query).map(([name, template]) => {
      const read = readerOf(template, wanted);
      return (asked: Asked) => read(asked.query[name]);
    }),
    ...Object.entries(request.match.body).map(([pointer, template]) => {
      const read = typeof template === "string" ? readerOf(template, wanted) : () => null;
      const get = compilePointer(pointer);
      return (asked: Asked) => read(textOf(get(asked.body)) ?? undefined);
    }),
    (asked: Asked) => asked.parameters[by] ?? null,
  ];
  return (asked) => {
    for (const read of readers) {
      const value = read(asked);
      if (value !== null) return value;
    }
    return null;
  };
}

/** Reads the value that stands for one of the wanted names out of a text that was made from the template. */
function readerOf(template: string, wanted: readonly string[]): (text: string | undefined) => string | null {
  const parts = template.split(/\{\{([^{}]*)\}\}/);
  const isWanted = (part: string, index: number): boolean => index % 2 === 1 && wanted.includes(part.trim());
  const at = parts.findIndex(isWanted);
  if (at < 0) return () => null;
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return index === at ? "(.+?)" : ".*?";
  });
  const pattern = compilePattern(`^\\s*${source.join("")}\\s*$`, "s");
  return (text) => {
    const value = text === undefined ? undefined : pattern.exec(text)?.[1];
    return value === undefined ? null : value.replace(/^(["'])(.*)\1$/s, "$2");
  };
}

/**
 * Makes ready whether an effect is one of those that a lookup is narrowed down to by what the request of the effect had:
 * the channel of a history, the order of a list. What the client does not say narrows nothing down.
 */
export function narrowing({ request }: Lookup): (asked: Asked, effect: Effect) => boolean {
  const inQuery = Object.entries(request.query).flatMap(([name, template]) =>
    requestNames(template).map((of) => {
      const read = readerOf(template, [of]);
      return { of: valueIn(of), said: (asked: Asked) => read(asked.query[name]) };
    }),
  );
  const inBody = Object.entries(request.match.body).flatMap(([pointer, template]) =>
    (typeof template === "string" ? requestNames(template) : []).map((of) => {
      const read = readerOf(template as string, [of]);
      const get = compilePointer(pointer);
      return { of: valueIn(of), said: (asked: Asked) => read(textOf(get(asked.body)) ?? undefined) };
    }),
  );
  const conditions = [...inQuery, ...inBody];
  return (asked, effect) =>
    conditions.every(({ of, said }) => {
      const value = said(asked);
      return value === null || value === of(effect);
    });
}

function requestNames(template: string): string[] {
  return [...template.matchAll(/\{\{\s*(request\.(?:body|path)\.[^{}]+?)\s*\}\}/g)].map(
    ([, name]) => name ?? "",
  );
}

/** What a name of the request stands for in the request that made an effect. */
function valueIn(name: string): (effect: Effect) => string | null {
  const [, part, ...path] = name.split(".");
  if (part === "path") return ({ parameters }) => parameters[path.join(".")] ?? null;
  const get = compilePointer(`/${path.join("/")}`);
  return ({ content }) => textOf(get(content));
}

/** What is wrong with a search that does not say what for. */
export function searchProblem({ request }: Lookup): string {
  const wanted = Object.entries(request.query)
    .filter(([, template]) => template.includes("{{"))
    .map(([name, template]) => `${name}=${template}`);
  return `The search: expected ${wanted.join(" and ") || "what the contract's lookup asks for"}.`;
}
