import type { AnswerKind, Operation } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import { compilePointer } from "../src/core/pointer.js";
import { compileSchema } from "../src/core/schema.js";
import { compileTemplate } from "../src/core/template.js";
import { compileAnswer, type Answer } from "./answers.js";
import { compileMaker, type Made, type Maker } from "./effect-maker.js";
import { compileLookup, type CompiledLookup } from "./lookup.js";
import { resolveIn, type Asked, type Scope } from "./names.js";
import type { ReadBody } from "./request-body.js";
import { textOf } from "./values.js";

/** An operation whose templates, pointers and schemas are made ready once, at the start. */
export interface CompiledOperation {
  is: Operation;
  lookups: CompiledLookup[];
  /** What travels where the business key does. */
  reference(body: Json): string | null;
  /** Why the provider refuses the content of a request; null when it does not. Converts the values of forms (and of multipart). */
  contentProblem(read: ReadBody, headers: Record<string, string>): string | null;
  /** The effect of a request and its answer; the effect does not exist before it is added to the store. */
  make(asked: Asked, account: string, world: Maker, knownId?: Json): Made;
  /** The body of an answer that needs no new effect. */
  body(scope: Scope): Json | undefined;
  /** What kind of answer it is, as `remembers` names it; `name` is the entry of `errors:` that it stands for. */
  answerKind(status: number, name: string | null): AnswerKind;
  inFlight: ((scope: Scope) => Answer) | null;
  mismatch: ((scope: Scope) => Answer) | null;
}

/** Makes an operation ready. */
export function compileOperation(operation: Operation): CompiledOperation {
  const { request, idempotency } = operation;
  const reference = request.reference === null ? null : compilePointer(request.reference);
  const mismatch = idempotency?.mismatch.enacted;
  const body = operation.answer.body === undefined ? null : compileTemplate(operation.answer.body);
  return {
    is: operation,
    lookups: operation.lookups.map(compileLookup),
    reference: (body) => textOf(reference?.(body)),
    contentProblem: contentCheck(operation),
    make: compileMaker(operation),
    body: (scope) => body?.(resolveIn(scope)),
    answerKind: (status, name) => kindOf(operation, status, name),
    inFlight: idempotency === null ? null : compileAnswer(idempotency.inFlight.enacted),
    mismatch: typeof mismatch === "object" ? compileAnswer(mismatch) : null,
  };
}

/** A failure with the status of a success is told by what it says about the effect. */
function kindOf({ errors }: Operation, status: number, name: string | null): AnswerKind {
  if (status >= 500) return "serverError";
  if (status >= 400) return "clientError";
  const error = name === null ? undefined : errors.find((declared) => declared.name === name);
  if (error === undefined) return "success";
  return error.effect === "none" ? "clientError" : "serverError";
}

function contentCheck({ request }: Operation): CompiledOperation["contentProblem"] {
  const needed = Object.entries(request.headers).map(
    ([name, value]) => [name, name.toLowerCase(), value] as const,
  );
  const strict = request.schema === null ? null : compileSchema(request.schema);
  const converting = request.schema === null ? null : compileSchema(request.schema, { convert: true });
  return (read, headers) => {
    for (const [name, lower, value] of needed) {
      const there = headers[lower];
      if (there === undefined) return `The header ${name} is missing.`;
      if (value !== null && there !== value)
        return `The header ${name}: expected '${value}', got '${there}'.`;
    }
    const check = read.kind === "form" || read.kind === "multipart" ? converting : strict;
    // An empty body means no fields, which the schema may allow.
    const problem = check?.(read.kind === "none" ? {} : read.value)[0];
    if (problem === undefined) return null;
    return `${problem.pointer === "" ? "The body" : problem.pointer} ${problem.message}.`;
  };
}
