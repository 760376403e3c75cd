import type { Contract, Operation } from "../src/contract/model.js";
import type { History } from "../src/core/history.js";
import type { Violation } from "../src/core/verdict.js";
import type { Knowledge } from "./knowledge.js";

/** What a rule judges: one scenario's history, the contract, and what the connector could know at each moment. */
export interface Case {
  history: History;
  contract: Contract;
  operation: Operation;
  /** Derived from the history once, for all rules. */
  knowledge: Knowledge;
}

/** A file in `rules/` default-exports one; its `id` is the file name. */
export interface Rule {
  id: string;
  /** The property it defends, as one sentence. */
  title: string;
  why: string;
  /** 1: harm was done, or an untruth was told; 2: it would have been under other luck; 3: manners. Orders violations in reports. */
  severity: 1 | 2 | 3;
  /** Pure: the same case gives the same violations. An empty history yields none. */
  judge(c: Case): Violation[];
}
