import { getAt } from "../../core/pointer.js";
import type { DeclaredError } from "../model.js";
import { isGuarded, isRemembered } from "../retry-safety.js";
import type { Finding, OperationLint } from "./finding.js";

/** Declared errors that look safely retryable and are not, and errors that cannot be told apart. */
export const errors: OperationLint = (operation, _contract, pointer) => {
  if (operation.nature === "reads") return [];
  const findings: Finding[] = [];
  const repeats = operation.nature === "creates";
  for (const [at, error] of operation.errors.entries()) {
    const here = `${pointer}/errors/${at}`;
    const find = (code: string, message: string, hint: string): void => {
      findings.push({
        pointer: `${here}/next`,
        severity: "error",
        code,
        message: `error '${error.name}' ${message}`,
        hint,
      });
    };
    const mayHaveActed = error.effect !== "none" && repeats;
    if (error.next === "retrySameKey" && operation.idempotency === null) {
      find(
        "retry-without-key",
        "is to be retried with the same key, and there is no key.",
        "Write `next: lookup` or `next: hold`.",
      );
    } else if (mayHaveActed && error.next === "retry" && operation.idempotency === null) {
      find(
        "retry-without-key",
        `is to be retried though the effect may exist (effect: ${error.effect}), and there is no key.`,
        "Write `next: lookup` or `next: hold`.",
      );
    } else if (
      mayHaveActed &&
      error.next === "retrySameKey" &&
      !isRemembered(operation, error.status, error) &&
      !isGuarded(operation)
    ) {
      find(
        "retry-runs-again",
        `is to be retried with the same key, but a ${error.status} is not remembered and a repeat runs again.`,
        "Write `next: lookup`, or `unremembered: guarded` if the provider says so.",
      );
    }
    for (const other of operation.errors.slice(0, at)) {
      if (!lookAlike(error, other)) continue;
      findings.push({
        pointer: here,
        severity: "error",
        code: "errors-look-alike",
        message: `nothing tells the errors '${other.name}' and '${error.name}' apart (both ${error.status}).`,
        hint: "Add `when:` with a field of the body or a header.",
      });
    }
  }
  return findings;
};

/** Whether each one's own answer would also be taken for the other. */
function lookAlike(a: DeclaredError, b: DeclaredError): boolean {
  return a.status === b.status && isTakenFor(a, b) && isTakenFor(b, a);
}

function isTakenFor(sent: DeclaredError, read: DeclaredError): boolean {
  const headers = Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return (
    Object.entries(read.when.body).every(
      ([pointer, wanted]) => JSON.stringify(getAt(sent.body, pointer)) === JSON.stringify(wanted),
    ) &&
    Object.entries(read.when.headers).every(([name, wanted]) =>
      headers.some(([known, value]) => known === name.toLowerCase() && value === wanted),
    )
  );
}
