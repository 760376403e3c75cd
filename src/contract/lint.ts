import { inFileOrder, type Diagnostic } from "./diagnostics.js";
import { errors } from "./lint/errors.js";
import { fileFindings } from "./lint/file.js";
import type { LintOptions, OperationLint } from "./lint/finding.js";
import { means } from "./lint/means.js";
import { questions } from "./lint/questions.js";
import type { Contract } from "./model.js";

export type { LintOptions } from "./lint/finding.js";

const perOperation: readonly OperationLint[] = [questions, means, errors];

/** What a readable contract leaves open or gets wrong, in file order. Pure. */
export function lintContract(contract: Contract, options: LintOptions = {}): Diagnostic[] {
  const findings = [
    ...fileFindings(contract, options),
    ...contract.operations.flatMap((operation) =>
      perOperation.flatMap((lint) => lint(operation, contract, `/operations/${operation.name}`)),
    ),
  ];
  return inFileOrder(
    findings.map(({ pointer, severity, code, message, hint }) => ({
      ...contract.locate(pointer),
      severity,
      code,
      message,
      hint: hint ?? null,
    })),
  );
}
