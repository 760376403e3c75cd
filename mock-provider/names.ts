import { generatorPattern, momentPattern } from "../src/contract/template-names.js";
import { parseDuration } from "../src/core/duration.js";
import type { Json } from "../src/core/json.js";
import type { Resolve } from "../src/core/template.js";
import type { GraphqlCall } from "./graphql/call.js";
import type { Ids } from "./ids.js";

/** What a request asks for, as templates see it; a planted effect has one, too. */
export interface Asked {
  account: string | null;
  parameters: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Json;
  key: string | null;
  reference: string | null;
  /** What a GraphQL request asks for; its arguments are among the variables of the body, however they were written. */
  call?: GraphqlCall | null;
}

/** An effect as templates see it. */
export interface NamedEffect {
  /** A number stays one, though receipts are compared as text. */
  id: Json;
  reference: string | null;
  /** Absent while the effect is being made. */
  representation?: Json;
}

/** What templates are filled in from. */
export interface Scope {
  ids: Ids;
  now: number;
  baseUrl: string;
  /** What `{{sequence}}` counts. */
  operation: string;
  asked?: Asked;
  /** What `{{effect.…}}` and `{{original.…}}` mean. Its representation may not be there yet. */
  effect?: NamedEffect;
  /** Further names, e.g. `reason` or `items`. */
  more?: Record<string, Json | undefined>;
}

type Accessor = (scope: Scope) => Json | undefined;

const accessors = new Map<string, Accessor>();

/** Resolves template names in a scope. */
export function resolveIn(scope: Scope): Resolve {
  return (name) => {
    let accessor = accessors.get(name);
    if (accessor === undefined) {
      accessor = accessorFor(name);
      accessors.set(name, accessor);
    }
    return accessor(scope);
  };
}

const single: Record<string, Accessor> = {
  sequence: ({ ids, operation }) => ids.sequence(operation),
  uuid: ({ ids }) => ids.uuid(),
  baseUrl: ({ baseUrl }) => baseUrl,
  account: ({ asked }) => asked?.account ?? undefined,
  key: ({ asked }) => asked?.key ?? undefined,
  reference: ({ asked, more }) => more?.["reference"] ?? asked?.reference ?? undefined,
  "request.body": ({ asked }) => asked?.body,
  "effect.id": ({ effect }) => effect?.id,
  "now.iso8601": ({ now }) => new Date(now).toISOString(),
  "now.epochSeconds": ({ now }) => Math.floor(now / 1000),
  "now.epochMilliseconds": ({ now }) => now,
  "now.httpDate": ({ now }) => new Date(now).toUTCString(),
};

function accessorFor(name: string): Accessor {
  const known = single[name];
  if (known !== undefined) return known;
  const [, moment, ahead] = momentPattern.exec(name) ?? [];
  if (moment !== undefined && ahead !== undefined) {
    const aheadMs = parseDuration(ahead);
    return (scope) => single[moment]?.({ ...scope, now: scope.now + aheadMs });
  }
  const [, generator, length] = generatorPattern.exec(name) ?? [];
  if (generator === "digits") return ({ ids }) => ids.digits(Number(length));
  if (generator === "alphanumeric") return ({ ids }) => ids.alphanumeric(Number(length));
  if (generator === "base32") return ({ ids }) => ids.base32(Number(length));
  if (generator === "hex") return ({ ids }) => ids.hex(Number(length));
  return (
    under(
      name,
      "request.body.",
      (path) =>
        ({ asked }) =>
          follow(asked?.body, path),
    ) ??
    under(
      name,
      "request.path.",
      ([field]) =>
        ({ asked }) =>
          asked?.parameters[field],
    ) ??
    under(
      name,
      "request.query.",
      ([field]) =>
        ({ asked }) =>
          asked?.query[field],
    ) ??
    under(name, "request.headers.", ([field]) => {
      const lower = field.toLowerCase();
      return ({ asked }) => asked?.headers[lower];
    }) ??
    under(name, "effect.", effectField) ??
    under(name, "original.", effectField) ??
    (({ more }) => more?.[name])
  );
}

function effectField(path: [string, ...string[]]): Accessor {
  const [first] = path;
  if (first === "id" || first === "reference") return ({ effect }) => effect?.[first] ?? undefined;
  return ({ effect }) => follow(effect?.representation, path);
}

function under(
  name: string,
  prefix: string,
  make: (path: [string, ...string[]]) => Accessor,
): Accessor | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [first = "", ...rest] = name.slice(prefix.length).split(".");
  return make([first, ...rest]);
}

/** The value at a dotted path; own fields only, since names come from files and values from the network. */
function follow(value: Json | undefined, path: readonly string[]): Json | undefined {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Array.isArray(here) ? here[Number(step)] : here[step];
  }
  return here;
}
