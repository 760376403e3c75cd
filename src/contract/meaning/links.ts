import { suggest } from "../../core/suggest.js";
import type { Problem } from "../diagnostics.js";
import { show } from "../explain.js";
import type { Lookup, Operation } from "../model.js";
import { parametersOf, pathMistake, pathShape } from "./path.js";

const scopeWords = ["account", "credential", "operation", "environment", "region"];

/** Whether what one part of an operation names exists in another. */
export function checkLinks(
  operation: Operation,
  operationNames: readonly string[],
  pointer: string,
): Problem[] {
  const { compensation, idempotency, request } = operation;
  const problems: Problem[] = [];
  if (compensation !== null && !operationNames.includes(compensation.operation)) {
    problems.push({
      pointer: `${pointer}/compensation/operation`,
      code: "unknown-operation",
      message: `there is no operation '${compensation.operation}'.${suggest(compensation.operation, operationNames)}`,
    });
  }
  const parameters = [
    ...parametersOf(request.path),
    ...Object.keys(request.query),
    ...Object.keys(request.headers),
  ];
  const scopes = [...scopeWords, ...parameters];
  for (const [at, part] of (idempotency?.scope.enacted ?? []).entries()) {
    if (scopes.includes(part)) continue;
    problems.push({
      pointer: `${pointer}/idempotency/scope/${at}`,
      code: "unknown-scope",
      message: `'${part}' is no part of a scope and no parameter of the request.${suggest(part, scopes)}`,
    });
  }
  const key = idempotency?.key;
  if (key?.in === "path" && !parametersOf(request.path).includes(key.name)) {
    problems.push({
      pointer: `${pointer}/idempotency/key/name`,
      code: "pointer-to-nothing",
      message: `the key stands in the path at {${key.name}}, and the path ${show(request.path)} has no such parameter.`,
    });
  }
  return [
    ...problems,
    ...operation.lookups.flatMap((lookup, at) => checkLookup(operation, lookup, `${pointer}/lookup/${at}`)),
  ];
}

function checkLookup(operation: Operation, lookup: Lookup, pointer: string): Problem[] {
  const { path, query } = lookup.request;
  const mistake = pathMistake(path);
  if (mistake !== null) {
    return [
      {
        pointer: `${pointer}/request/path`,
        code: "bad-path",
        message: `the path ${show(path)} cannot be matched: ${mistake}.`,
      },
    ];
  }
  const texts = [...Object.values(query), ...Object.values(lookup.request.match.body).map(String)];
  const names = parametersOf(path);
  if (lookup.by === "id") {
    const carries =
      names.includes("id") || texts.some((text) => text.includes("{{id}}") || text.includes("{{effect.id}}"));
    return carries
      ? []
      : [
          {
            pointer: `${pointer}/request/path`,
            code: "lookup-without-name",
            message: "a lookup by id does not carry the id.",
            hint: "Write {id} into its path.",
          },
        ];
  }
  if (lookup.by === "scan") return [];
  if (operation.request.reference === null) {
    return [
      {
        pointer: `${pointer}/by`,
        code: "lookup-without-name",
        message:
          "a lookup by reference, and the request says of no `reference` where the business key travels.",
        hint: "Add `request.reference`, or look up `by: scan`.",
      },
    ];
  }
  if (names.includes("reference") || texts.some((text) => text.includes("{{reference}}"))) return [];
  return [
    {
      pointer: `${pointer}/request`,
      at: "key",
      code: "lookup-without-name",
      message: "a lookup by reference does not carry the reference.",
      hint: 'Write "{{reference}}" into a query parameter, or {reference} into the path.',
    },
  ];
}

/** Operations that a request could belong to at once. */
export function checkRoutes(operations: readonly { operation: Operation; pointer: string }[]): Problem[] {
  return operations.flatMap(({ operation, pointer }, at) => {
    const twin = operations.slice(0, at).find((earlier) => areAlike(earlier.operation, operation));
    if (twin === undefined) return [];
    const { method, path } = operation.request;
    return [
      {
        pointer: `${pointer}/request`,
        at: "key",
        code: "ambiguous",
        message: `'${twin.operation.name}' and '${operation.name}' are both ${method} ${path}, and nothing tells their requests apart.`,
        hint: "Add `match:` to each, e.g. match: { body: { /type: ticket } }.",
      },
    ];
  });
}

function areAlike({ request: a }: Operation, { request: b }: Operation): boolean {
  if (a.method !== b.method || pathShape(a.path) !== pathShape(b.path)) return false;
  if (a.match.graphqlField !== b.match.graphqlField) return false;
  const pointers = Object.keys(a.match.body);
  const others = Object.keys(b.match.body);
  if ((pointers.length === 0) !== (others.length === 0)) return false;
  return !pointers.some(
    (pointer) =>
      others.includes(pointer) &&
      JSON.stringify(a.match.body[pointer]) !== JSON.stringify(b.match.body[pointer]),
  );
}
