import type { Operation } from "../contract/model.js";
import type { Capability, Timing } from "../core/protocol.js";
import type { Payloads } from "./ask.js";
import type { Program } from "./program.js";

/** A connector and what it is checked with. */
export interface Target extends Program {
  operation: Operation;
  capabilities: Capability[];
  timing: Timing;
  payloads: Payloads;
}
