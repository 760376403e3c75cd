import type { Contract } from "../../src/contract/model.js";
import type { Webhooks } from "../../src/contract/webhooks-model.js";
import type { VariantId } from "../../src/core/delivery.js";
import type { Capability } from "../../src/core/protocol.js";
import type { ReceiverVariant } from "../../src/core/receiver-step.js";

/** What a scenario for receivers is planned for. */
export interface ReceiverSubject {
  contract: Contract;
  webhooks: Webhooks;
  capabilities: readonly Capability[];
  /** Why a variant of a delivery says nothing about this contract; null when it can be sent. */
  lacks: (as: VariantId) => string | null;
}

/** A file in `checks/receiver/scenarios/` default-exports one; its `id` is the file name. */
export interface ReceiverScenario {
  id: string;
  title: string;
  /** Why it matters, in one or two sentences for people. */
  why: string;
  family: "delivery" | "authenticity" | "content" | "failure";
  /** All its variants, applicable or not: an inapplicable one says why. Pure. */
  plan(subject: ReceiverSubject): ReceiverVariant[];
}
