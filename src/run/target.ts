import type { Contract, Operation } from "../contract/model.js";
import type { Capability, Timing } from "../core/protocol.js";
import type { Driver } from "../drivers/driver.js";
import type { Payloads } from "./ask.js";

/** A connector and what it is checked with. */
export interface Target {
  contract: Contract;
  operation: Operation;
  driver: Driver;
  /** What the driver starts. */
  command: string;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  capabilities: Capability[];
  timing: Timing;
  patienceMs: number;
  seed: number;
  payloads: Payloads;
}
