import type { Contract } from "../../src/contract/model.js";
import type { Webhooks } from "../../src/contract/webhooks-model.js";
import type { ReceiverHistory } from "../../src/core/history.js";
import type { Violation } from "../../src/core/verdict.js";
import type { Account } from "./account.js";

/** What a rule for receivers judges: one scenario's history and the contract. */
export interface ReceiverCase {
  history: ReceiverHistory;
  contract: Contract;
  webhooks: Webhooks;
  /** Read from the history once, for all rules. */
  account: Account;
}

/** A file in `checks/receiver/rules/` default-exports one; its `id` is the file name. */
export interface ReceiverRule {
  id: string;
  /** The property it defends, as one sentence. */
  title: string;
  why: string;
  /** 1: harm was done, or an untruth was told; 2: it would have been under other luck; 3: manners. Orders violations in reports. */
  severity: 1 | 2 | 3;
  /** Pure: the same case gives the same violations. An empty history yields none. */
  judge(c: ReceiverCase): Violation[];
}
