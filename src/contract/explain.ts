import { expectedGot } from "../core/errors.js";
import { getAt } from "../core/pointer.js";
import type { Json } from "../core/json.js";
import type { SchemaProblem } from "../core/schema.js";
import { suggest } from "../core/suggest.js";
import type { Problem } from "./diagnostics.js";
import { contractSchema } from "./schema.js";
import { below, type SchemaNode } from "./schema/walk.js";

const shownLength = 60;

/** Turns what Ajv found into sentences: one per mistake, whatever number of alternatives a value failed. */
export function explain(
  problems: readonly SchemaProblem[],
  document: Json,
  silent: ReadonlySet<string>,
): Problem[] {
  const sentences = withoutAlternatives(problems, document).map((problem) =>
    sentence(problem, document, silent),
  );
  const explained = new Set<string>();
  return sentences.filter(({ code, pointer }) => {
    if (code !== "wrong-value") return true;
    const isFirst = !explained.has(pointer);
    explained.add(pointer);
    return isFirst;
  });
}

/**
 * Of a union that failed, keeps the problems of the mapping or list that the value is meant as; when it is a scalar, or fits
 * none, one problem for the union itself.
 */
function withoutAlternatives(problems: readonly SchemaProblem[], document: Json): SchemaProblem[] {
  let kept = [...problems];
  const unions = problems.filter((problem) => problem.keyword === "anyOf");
  for (const union of unions) {
    const inside = (problem: SchemaProblem): boolean => problem.schemaPath.startsWith(`${union.schemaPath}/`);
    const unfit = new Set(
      kept
        .filter(
          (problem) => inside(problem) && problem.pointer === union.pointer && problem.keyword === "type",
        )
        .map((problem) => branchOf(problem, union)),
    );
    const alternatives = (schemaOf(union).anyOf ?? []).length;
    const got = getAt(document, union.pointer);
    const meant = typeof got === "object" && got !== null && alternatives - unfit.size === 1;
    kept = kept.filter((problem) => {
      if (problem === union) return !meant;
      return !inside(problem) || (meant && !unfit.has(branchOf(problem, union)));
    });
  }
  return kept;
}

/** The schema that holds the failed keyword; our schema has no references, so the path leads straight there. */
function schemaOf({ schemaPath }: SchemaProblem): SchemaNode {
  const pointer = decodeURIComponent(schemaPath.slice(1, schemaPath.lastIndexOf("/")));
  return getAt(contractSchema as unknown as Json, pointer) as unknown as SchemaNode;
}

function branchOf(problem: SchemaProblem, union: SchemaProblem): string {
  return problem.schemaPath.slice(union.schemaPath.length + 1).split("/")[0] ?? "";
}

function sentence(problem: SchemaProblem, document: Json, silent: ReadonlySet<string>): Problem {
  const { keyword, params, pointer } = problem;
  const schema = schemaOf(problem);
  if (keyword === "additionalProperties") {
    const key = String(params["additionalProperty"]);
    const known = Object.keys(schema.properties ?? {}).filter((name) => name !== "$schema");
    return {
      pointer: below(pointer, key),
      at: "key",
      code: "unknown-key",
      message: `unknown key '${key}'${within(pointer)}.${suggest(key, known)}`,
    };
  }
  if (keyword === "required") {
    const key = String(params["missingProperty"]);
    const missing = below(pointer, key);
    if (silent.has(missing)) {
      return {
        pointer: missing,
        code: "nothing-to-enact",
        message: `'${key}'${within(pointer)} is \`undocumented\`, and the mock has nothing to enact.`,
        hint: `Write { value: undocumented, assume: … }.`,
      };
    }
    const says = phraseOf(schema.properties?.[key]);
    return {
      pointer,
      at: "key",
      code: "missing-key",
      message: `missing key '${key}'${within(pointer)}.`,
      ...(says === undefined ? {} : { hint: `Add \`${key}:\` with ${says}.` }),
    };
  }
  const got = getAt(document, pointer);
  return {
    pointer,
    at: "value",
    code: "wrong-value",
    message: `${subject(pointer)}${expectedGot(wanted(problem), show(got))}.${nearWord(schema, got)}`,
  };
}

function phraseOf(schema: SchemaNode | undefined): string | undefined {
  return schema?.enum === undefined ? schema?.says : `one of ${schema.enum.join(", ")}`;
}

/** What a schema node would have accepted, in words. */
function wanted(problem: SchemaProblem): string {
  const { keyword, params, message } = problem;
  const schema = schemaOf(problem);
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  if (keyword === "minItems") return `at least ${String(params["limit"])} item`;
  if (schema.says !== undefined) return schema.says;
  if (schema.type === "string") return "a text";
  return message.replace(/^must /, "");
}

function nearWord(schema: SchemaNode, got: Json | undefined): string {
  const words = (schema.enum ?? schema.anyOf?.flatMap((branch) => branch.enum ?? []) ?? []).map(String);
  if (typeof got !== "string" || words.length === 0) return "";
  const near = suggest(got, words);
  return near.startsWith(" Did you mean") ? near : "";
}

/** ` in operations.createTicket`, or nothing for the file itself. */
function within(pointer: string): string {
  return pointer === "" ? "" : ` in ${dotted(pointer)}`;
}

function subject(pointer: string): string {
  return pointer === "" ? "a contract: " : `${dotted(pointer)}: `;
}

/** A JSON Pointer as people write paths: `operations.createTicket.errors[0].when`. */
export function dotted(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((escaped) => escaped.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
      "",
    );
}

/** A value as messages show it: a text in quotes, the others by their kind. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value !== null && typeof value === "object") return "a mapping";
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
