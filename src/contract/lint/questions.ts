import { retrySafety } from "../retry-safety.js";
import { isAnswered, isStated, type Finding, type OperationLint } from "./finding.js";

/**
 * The questions every write must answer. Unanswered, the first three make it "not ready": nobody can say what to do when
 * its answer is lost.
 */
export const questions: OperationLint = (operation, contract, pointer) => {
  if (operation.nature === "reads") return [];
  const findings: Finding[] = [];
  const notReady = (message: string, hint: string): void => {
    findings.push({
      pointer,
      severity: "error",
      code: "not-ready",
      message: `'${operation.name}' is not ready: ${message}`,
      hint,
    });
  };
  if (!isAnswered(contract, `${pointer}/nature`)) {
    notReady("it does not say what a repeat would do.", "Add `nature:` (creates, sets or removes).");
  }
  if (!isStated(contract, `${pointer}/idempotency`)) {
    notReady(
      "it does not say whether there is an idempotency key.",
      "Add `idempotency:`, or `idempotency: none`.",
    );
  }
  if (!isAnswered(contract, `${pointer}/answer/is`)) {
    notReady(
      "it does not say whether its answer is a receipt or only an acknowledgement.",
      "Add `answer: { is: receipt }` or `is: acknowledgement`.",
    );
  }
  if (!isStated(contract, `${pointer}/lookup`) && operation.lookups.length === 0) {
    findings.push({
      pointer,
      severity: "warning",
      code: "no-lookup-stated",
      message: `'${operation.name}' does not say how a prior effect is found.`,
      hint: "Add `lookup:`, or `lookup: none`.",
    });
  }
  if (operation.errors.length === 0) {
    findings.push({
      pointer,
      severity: "warning",
      code: "no-errors-listed",
      message: `'${operation.name}' lists no errors, so every 4xx is read as "nothing happened" and every 5xx as "unknown".`,
      hint: "List the documented failures under `errors:`.",
    });
  }
  const hasNaturalKey = operation.idempotency?.is === "natural";
  if (operation.nature === "creates" && operation.request.reference === null && !hasNaturalKey) {
    findings.push({
      pointer: `${pointer}/request`,
      severity: "note",
      code: "no-reference",
      message: `the business key of '${operation.name}' travels nowhere in the request.`,
      hint: "Where the provider has a field for it, name it in `request.reference`.",
    });
  }
  if (operation.humanReconciliation === null && retrySafety(operation) === "hold-for-human") {
    findings.push({
      pointer,
      severity: "warning",
      code: "nobody-decides",
      message: `'${operation.name}' can end unresolved, and the contract does not say whose problem that is.`,
      hint: "Add `humanReconciliation:` with who decides, and when.",
    });
  }
  return findings;
};
