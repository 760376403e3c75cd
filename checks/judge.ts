import type { Contract } from "../src/contract/model.js";
import { expectedGot, KitError } from "../src/core/errors.js";
import type { History } from "../src/core/history.js";
import { suggest } from "../src/core/suggest.js";
import type { Verdict, Violation } from "../src/core/verdict.js";
import { deriveKnowledge } from "./knowledge.js";
import type { Case, Rule } from "./rule.js";
import { verdictOf } from "./verdict.js";
import { worstFirst } from "./worst-first.js";

/** What became of one scenario run. */
export interface Judgement {
  verdict: Verdict;
  reason: string | null;
  violations: Violation[];
}

/**
 * Judges a history by the rules: a pure function, so that a stored history gives the same verdict a year later.
 * Violations come the worst first. Refused with a KitError when the contract has no such operation.
 */
export function judge(history: History, contract: Contract, rules: readonly Rule[]): Judgement {
  const c = caseOf(history, contract);
  const violations = worstFirst(rules, c);
  return { ...verdictOf(history, violations, c.knowledge.strays), violations };
}

/** What rules judge: the history with its operation and what the connector could know. */
export function caseOf(history: History, contract: Contract): Case {
  const operation = contract.operations.find(({ name }) => name === history.operation);
  if (operation === undefined) {
    const names = contract.operations.map(({ name }) => name);
    throw new KitError(
      "unknown-operation",
      `${contract.file}: ${expectedGot("an operation of the contract", `'${history.operation}'`)}.${suggest(history.operation, names)}`,
    );
  }
  return { history, contract, operation, knowledge: deriveKnowledge(history, contract, operation) };
}
