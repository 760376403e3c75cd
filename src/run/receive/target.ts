import type { Contract } from "../../contract/model.js";
import type { Webhooks } from "../../contract/webhooks-model.js";
import type { Capability } from "../../core/protocol.js";
import type { Driver } from "../../drivers/driver.js";

/** A receiver and what it is checked with. */
export interface ReceiverTarget {
  contract: Contract;
  webhooks: Webhooks;
  driver: Driver;
  /** What the driver starts. */
  command: string;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  capabilities: Capability[];
  patienceMs: number;
  seed: number;
}
