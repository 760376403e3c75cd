import type { AnswerTemplate, DeclaredError, Operation, Wait } from "../src/contract/model.js";
import type { JsonObject } from "../src/core/json.js";
import type { Phase } from "../src/core/phase.js";
import type { RequestMatch, Step } from "../src/core/scenario.js";
import { fault, firstToReach } from "./steps.js";

/** Whether an error comes from a rate limiter, which runs before the idempotency key is looked at. */
export function isRateLimit(error: DeclaredError): boolean {
  return (
    error.effect === "none" &&
    error.next !== "stop" &&
    (error.status === 429 || /rate|limit|throttl|quota/i.test(error.name))
  );
}

/** The operation's rate limit, if the contract declares one. */
export function rateLimitOf(operation: Operation): DeclaredError | undefined {
  return operation.errors.find(isRateLimit);
}

/** A declared refusal that is final: nothing was done, and sending it again is no use. */
export function finalErrorOf(operation: Operation): DeclaredError | undefined {
  return operation.errors.find(({ effect, next }) => effect === "none" && next === "stop");
}

/** A declared error that the contract allows to be repeated and whose wait stands in a header. */
export function waitHeaderOf(
  operation: Operation,
  format: "seconds" | "httpDate",
): { error: DeclaredError; header: string } | null {
  const retried = operation.errors.filter(
    ({ effect, next }) => effect === "none" && (next === "retry" || next === "wait"),
  );
  for (const error of [...retried.filter(isRateLimit), ...retried]) {
    const wait = error.after.find(
      (candidate): candidate is Extract<Wait, { header: string }> =>
        "header" in candidate && candidate.formats.includes(format),
    );
    if (wait !== undefined) return { error, header: wait.header };
  }
  return null;
}

/** Which world an error is played in: before anything took effect, or after. */
export type ErrorWorld = "before-commit" | "after-commit";

/** Where in the life of a request the provider says so. */
export function phaseOf(error: DeclaredError, world: ErrorWorld): Phase {
  if (world === "after-commit") return "committed";
  return isRateLimit(error) ? "received" : "admitted";
}

/** Arms the declared error as the provider would send it; `headers` replaces some of its headers. */
export function declaredError(
  error: DeclaredError,
  world: ErrorWorld,
  rest: { on?: RequestMatch; times?: number | "untilSettle"; headers?: Record<string, string> } = {},
): Step {
  const { headers, ...where } = rest;
  return fault("answer-with", phaseOf(error, world), {
    on: firstToReach,
    ...where,
    options: {
      ...answerOptions({ ...error, headers: withHeaders(error.headers, headers ?? {}) }),
      by: "provider",
      name: error.name,
    },
  });
}

/** An answer of the contract as options of `answer-with`. */
export function answerOptions(answer: AnswerTemplate): JsonObject {
  return {
    status: answer.status,
    headers: answer.headers,
    ...(answer.body === undefined ? {} : { body: answer.body }),
  };
}

function withHeaders(sent: Record<string, string>, other: Record<string, string>): Record<string, string> {
  const replaced = new Set(Object.keys(other).map((name) => name.toLowerCase()));
  const kept = Object.entries(sent).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...other };
}
