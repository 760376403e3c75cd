import { parseDuration } from "../../core/duration.js";
import type { Webhooks } from "../model.js";
import type { ContractDocument } from "../schema.js";
import type { Silence } from "./silence.js";

type Written = NonNullable<ContractDocument["webhooks"]>;

/** How old a signature may be where the contract does not say, ms: what each provider's own library accepts. */
const usualToleranceMs: Record<string, number> = {
  stripe: 300_000,
  slack: 300_000,
  "standard-webhooks": 300_000,
};

/** The times of the webhooks. */
export function normaliseWebhooks(written: Written, silence: Silence): Webhooks {
  const signature = written.signature === "none" ? undefined : written.signature;
  const redelivery = written.redelivery === "none" ? undefined : written.redelivery;
  const past = signature?.tolerance?.past;
  const known = (path: string): boolean => !silence.at(`/webhooks/${path}`);
  return {
    scheme: signature?.scheme ?? null,
    toleranceMs:
      past === undefined
        ? (usualToleranceMs[signature?.scheme ?? ""] ?? null)
        : past === "unchecked"
          ? null
          : parseDuration(past),
    redeliversForMs:
      redelivery?.for !== undefined && known("redelivery/for") ? parseDuration(redelivery.for) : null,
    resigned: known("redelivery/resigned") ? (redelivery?.resigned ?? null) : null,
  };
}
