import type { Static } from "../../core/schema.js";
import type { Json } from "../../core/json.js";
import type { AnswerTemplate, BodyKind, Place, Route } from "../model.js";
import type { answerSent } from "../schema/answer.js";
import type { route } from "../schema/request.js";

type Scalar = string | number | boolean;

/** A mapping of names to texts. */
export function texts(values: Readonly<Record<string, Scalar>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]));
}

/** One value or several, as a list. */
export function listed<T>(value: T | readonly T[]): T[] {
  return Array.isArray(value) ? [...(value as readonly T[])] : [value as T];
}

/** `{ body }` when there is one, else nothing: an absent body is an empty body. */
export function bodyOf(value: { body?: Json }): { body?: Json } {
  return value.body === undefined ? {} : { body: value.body };
}

/** An answer with its status filled in. */
export function answerTemplate(answer: Static<typeof answerSent>, status: number): AnswerTemplate {
  return { status: answer.status ?? status, headers: texts(answer.headers), ...bodyOf(answer) };
}

/** A pointer in the body, or a header's name. */
export function placeOf(place: { in: "body" | "header"; pointer?: string; name?: string }): Place {
  return { in: place.in, at: (place.in === "body" ? place.pointer : place.name) ?? "" };
}

/** A route, with GET as its method unless it says otherwise. */
export function routeOf(shape: Static<typeof route>, method = "GET"): Route {
  const used = shape.method ?? method;
  return {
    method: used,
    path: shape.path,
    query: texts(shape.query),
    match: { body: shape.match?.body ?? {}, graphqlField: shape.match?.field ?? null },
    body: bodyKinds(shape.body, used),
  };
}

/** The body kinds of a request: `none` for methods without a body and `json` for the others, unless stated. */
function bodyKinds(stated: BodyKind | BodyKind[] | undefined, method: string): BodyKind[] {
  if (stated !== undefined) return listed(stated);
  return method === "POST" || method === "PUT" || method === "PATCH" ? ["json"] : ["none"];
}
