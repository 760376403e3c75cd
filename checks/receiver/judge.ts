import type { Contract } from "../../src/contract/model.js";
import { KitError } from "../../src/core/errors.js";
import type { ReceiverHistory } from "../../src/core/history.js";
import type { Judgement } from "../judge.js";
import { worstFirst } from "../worst-first.js";
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
): Judgement {
  const c = receiverCaseOf(history, contract);
  const violations = worstFirst(rules, c);
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
