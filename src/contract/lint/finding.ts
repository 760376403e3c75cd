import type { Severity } from "../diagnostics.js";
import type { Contract, Operation } from "../model.js";

/** Something a contract can be read but not relied on for. */
export interface Finding {
  pointer: string;
  severity: Severity;
  code: string;
  message: string;
  hint?: string;
}

/** What lint looks at beside the contract. */
export interface LintOptions {
  /** Today as YYYY-MM-DD; without it the age of a review is not judged. */
  today?: string;
}

/** One thing lint asks of every operation. */
export type OperationLint = (operation: Operation, contract: Contract, pointer: string) => Finding[];

/** Whether the contract says anything about a place (that it is undocumented, too). */
export function isStated(contract: Contract, pointer: string): boolean {
  return contract.facts.some((fact) => fact.pointer === pointer || fact.pointer.startsWith(`${pointer}/`));
}

/** Whether the contract says something definite about a place. */
export function isAnswered(contract: Contract, pointer: string): boolean {
  return contract.facts.some(
    (fact) =>
      (fact.pointer === pointer || fact.pointer.startsWith(`${pointer}/`)) && fact.basis !== "undocumented",
  );
}
