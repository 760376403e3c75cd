import type { Webhooks } from "../../contract/webhooks-model.js";
import type { Capability } from "../../core/protocol.js";
import type { Program } from "../program.js";

/** A receiver and what it is checked with. */
export interface ReceiverTarget extends Program {
  webhooks: Webhooks;
  capabilities: Capability[];
}
