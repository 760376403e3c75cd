import type { Contract, Operation } from "../src/contract/model.js";
import type { Timing } from "../src/core/protocol.js";
import type { Variant } from "../src/core/scenario.js";

/** What a scenario is planned for. */
export interface Subject {
  contract: Contract;
  operation: Operation;
  /** The operations the connector performs, by name. */
  performs: readonly string[];
  timing: Timing;
}

/** A file in `scenarios/` default-exports one; its `id` is the file name. */
export interface Scenario {
  id: string;
  title: string;
  /** Why it matters, in one or two sentences for people. */
  why: string;
  family:
    | "baseline"
    | "three-worlds"
    | "crash-windows"
    | "declared-errors"
    | "idempotency"
    | "acknowledgement"
    | "lookup"
    | "credentials"
    | "people";
  /** All its variants, applicable or not: an inapplicable one says why. Pure. */
  plan(subject: Subject): Variant[];
}
