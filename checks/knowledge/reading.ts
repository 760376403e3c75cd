import type { AnswerTemplate, Contract, DeclaredError, Operation, Place } from "../../src/contract/model.js";
import { expiredError } from "../../src/contract/token-safety.js";
import type { EntryOf } from "../../src/core/history.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { compilePattern } from "../../src/core/pattern.js";
import { getAt } from "../../src/core/pointer.js";

/** What an answer to a write says to a connector that reads all of it. */
export type Reading =
  /** No answer, or none that can be read. */
  | { is: "nothing" }
  | { is: "receipt"; receipt: string | null }
  | { is: "acknowledgement"; ticket: string | null }
  /** There is no effect. */
  | { is: "refused"; status: number; error: DeclaredError | null }
  /** There may be one. */
  | { is: "maybe"; status: number; error: DeclaredError | null }
  | { is: "in-flight"; status: number }
  | { is: "mismatch" }
  | { is: "original"; original: string | null }
  /** Certainly not processed: sent elsewhere, or broken off while connecting. */
  | { is: "not-processed" };

type Answered = EntryOf<"request-answered">;

/** Reads an answer as the contract says it is to be read. */
export function readAnswer(
  operation: Operation,
  answer: Answered,
  admitted: EntryOf<"request-admitted"> | null,
  contract: Contract,
): Reading {
  const { status } = answer;
  const error = declaredError(operation, answer) ?? expiry(answer, contract);
  const byProvider = answer.by !== "fault" && answer.by !== "declared-error" && status >= 300;
  if (answer.name === "inFlight" || (byProvider && admitted?.as === "in-flight")) {
    return looksTaken(operation, answer) ? { is: "original", original: null } : { is: "in-flight", status };
  }
  if (answer.name === "mismatch" || (byProvider && admitted?.as === "mismatch")) return { is: "mismatch" };
  const gives = operation.idempotency?.replay.gives;
  if (
    byProvider &&
    admitted?.as === "replay" &&
    (gives === "refusal" || gives === "refusalNamingOriginal") &&
    error === null
  ) {
    return { is: "original", original: originalIn(operation, answer) };
  }
  if (error !== null) {
    return error.effect === "none" ? { is: "refused", status, error } : { is: "maybe", status, error };
  }
  if (status >= 500) return { is: "maybe", status, error: null };
  // In words that are not the provider's a 401 may come from something in between, after the write took effect.
  if (status === 401 && contract.credentials.oauth !== null) return { is: "maybe", status, error: null };
  if (status >= 400) return { is: "refused", status, error: null };
  if (status >= 300) return { is: "not-processed" };
  if (status < 200) return { is: "nothing" };
  return readSuccess(operation, answer);
}

function readSuccess(operation: Operation, answer: Answered): Reading {
  const { success, is, receipt, ticket, outcome } = operation.answer;
  const unfit = Object.entries(success).some(([pointer, value]) => !same(getAt(answer.body, pointer), value));
  if (unfit) {
    return answer.body === null ? { is: "nothing" } : { is: "refused", status: answer.status, error: null };
  }
  if (is === "acknowledgement") {
    const found = ticket === null ? null : valueAt(ticket, answer);
    if (ticket !== null && found === null && outcome?.by === "poll") return { is: "nothing" };
    return { is: "acknowledgement", ticket: found };
  }
  if (receipt === null) return { is: "receipt", receipt: null };
  const found = valueAt(receipt, answer);
  return found === null ? { is: "nothing" } : { is: "receipt", receipt: found };
}

/** The error of the contract that this answer is, told apart by its `when`; the one with the most conditions counts. */
function declaredError(operation: Operation, answer: Answered): DeclaredError | null {
  const fitting = operation.errors.filter((error) => {
    if (error.status !== answer.status) return false;
    const { body, headers } = error.when;
    return (
      Object.entries(body).every(([pointer, value]) => same(getAt(answer.body, pointer), value)) &&
      Object.entries(headers).every(([name, value]) => headerOf(answer, name) === value)
    );
  });
  const conditions = (error: DeclaredError): number =>
    Object.keys(error.when.body).length + Object.keys(error.when.headers).length;
  // A bare 2xx with no condition would make every success an error.
  const candidates = fitting.filter((error) => answer.status >= 300 || conditions(error) > 0);
  const most = Math.max(...candidates.map(conditions));
  const best = candidates.filter((error) => conditions(error) === most);
  return best.find((error) => error.name === answer.name) ?? best[0] ?? null;
}

/** The refusal of an access token that is no longer good, as the contract words it. */
function expiry(answer: Answered, contract: Contract): DeclaredError | null {
  const error = expiredError(contract);
  if (error === null) return null;
  return answer.name === "expired" || (answer.name === null && fits(error, answer)) ? error : null;
}

/** Whether an answer is what a template describes; what the provider fills in may be anything. */
function fits({ status, body }: AnswerTemplate, answer: Answered): boolean {
  return answer.status === status && (body === undefined || fitsBody(body, answer.body));
}

function fitsBody(template: Json, there: Json | undefined): boolean {
  if (typeof template === "string" && template.includes("{{")) return there !== undefined;
  if (template === null || typeof template !== "object") return template === there;
  if (there === null || typeof there !== "object") return false;
  return Object.entries(template).every(([name, inner]) => fitsBody(inner, (there as JsonObject)[name]));
}

/** Whether a refusal is worded as that of a key whose first request is done. */
function looksTaken(operation: Operation, answer: Answered): boolean {
  const replay = operation.idempotency?.replay;
  if (replay?.gives !== "refusal" && replay?.gives !== "refusalNamingOriginal") return false;
  return replay.status === answer.status && replay.body !== undefined && same(answer.body, replay.body);
}

/** The id of the first effect in a refusal that names it. */
function originalIn(operation: Operation, answer: Answered): string | null {
  const place = operation.idempotency?.replay.original ?? null;
  if (place === null) return null;
  const found = valueAt({ in: place.in, at: place.pointer }, answer);
  if (found === null || place.pattern === null) return found;
  return compilePattern(place.pattern).exec(found)?.[1] ?? null;
}

/** The text at a place in an answer; null when there is none. */
export function valueAt(place: Place, answer: Answered): string | null {
  const value = place.in === "header" ? headerOf(answer, place.at) : getAt(answer.body, place.at);
  if (value === undefined || value === null || value === "" || typeof value === "object") return null;
  return String(value);
}

/** A header of an answer, whatever the case of its name. */
export function headerOf(answer: Answered, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(answer.headers).find(([header]) => header.toLowerCase() === wanted)?.[1];
}

/** Whether two JSON values are equal, scalars compared as text. */
export function same(there: Json | undefined, expected: Json): boolean {
  if (there === undefined) return expected === null;
  return typeof there === "object" || typeof expected === "object"
    ? JSON.stringify(there) === JSON.stringify(expected)
    : String(there) === String(expected);
}
