import { formatDuration } from "../../core/duration.js";
import type { Contract } from "../model.js";
import type { Finding } from "./finding.js";

/** What a receiver of the provider's events cannot rely on. */
export function webhookFindings({ webhooks }: Contract): Finding[] {
  if (webhooks?.signature === null || webhooks?.redelivery === undefined || webhooks.redelivery === null)
    return [];
  const { redelivery, signature } = webhooks;
  const forMs = redelivery.forMs.promised;
  const pastMs = signature.tolerance.past.promised;
  if (forMs === null || pastMs === null || pastMs === "unchecked" || forMs <= pastMs) return [];
  if (redelivery.resigned.promised === true) return [];
  return [
    {
      pointer: "/webhooks/redelivery",
      severity: "error",
      code: "redelivery-beyond-tolerance",
      message: `events are redelivered for ${formatDuration(forMs)}, a signature is good for ${formatDuration(pastMs)}, and nothing says that redeliveries are signed anew.`,
      hint: "Write `resigned: true` if the provider says so; else late redeliveries are refused as stale.",
    },
  ];
}
