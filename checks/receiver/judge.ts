import type { Contract } from "../../src/contract/model.js";
import { KitError } from "../../src/core/errors.js";
import type { ReceiverHistory } from "../../src/core/history.js";
import type { Verdict, Violation } from "../../src/core/verdict.js";
import { readAccount } from "./account.js";
import type { ReceiverCase, ReceiverRule } from "./rule.js";
import { receiverVerdict } from "./verdict.js";

/**
 * Judges a receiver's history by the rules: a pure function, so that a stored history gives the same verdict a year later.
 * Violations come the worst first. Refused with a KitError when the contract has no webhooks.
 */
export function judgeReceiver(
  history: ReceiverHistory,
  contract: Contract,
  rules: readonly ReceiverRule[],
): { verdict: Verdict; reason: string | null; violations: Violation[] } {
  const c = receiverCaseOf(history, contract);
  const violations = rules
    .flatMap((rule) => rule.judge(c).map((violation) => ({ violation, severity: rule.severity })))
    .sort(
      (a, b) =>
        a.severity - b.severity ||
        compare(a.violation.rule, b.violation.rule) ||
        (a.violation.entries[0] ?? 0) - (b.violation.entries[0] ?? 0),
    )
    .map(({ violation }) => violation);
  return { ...receiverVerdict(c, violations), violations };
}

/** What rules for receivers judge. */
export function receiverCaseOf(history: ReceiverHistory, contract: Contract): ReceiverCase {
  const { webhooks } = contract;
  if (webhooks === undefined) {
    throw new KitError(
      "contract",
      `${contract.file}: expected a contract with \`webhooks\`, got one without.`,
    );
  }
  return { history, contract, webhooks, account: readAccount(history) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
