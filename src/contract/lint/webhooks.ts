import { formatDuration } from "../../core/duration.js";
import { namesIn } from "../../core/template.js";
import type { Contract } from "../model.js";
import type { Webhooks } from "../webhooks-model.js";
import type { Finding } from "./finding.js";

/** What a receiver of the provider's events cannot rely on. */
export function webhookFindings({ webhooks }: Contract): Finding[] {
  if (webhooks === undefined) return [];
  return [...tolerance(webhooks), ...changingBytes(webhooks), ...silence(webhooks)];
}

function tolerance({ signature, redelivery }: Webhooks): Finding[] {
  if (signature === null || redelivery === null) return [];
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

/** A time or a delivery id inside the body changes the bytes of what is the same event. */
function changingBytes({ fingerprint, signature, delivery, redelivery, events }: Webhooks): Finding[] {
  if (fingerprint.promised !== "body") return [];
  const isTimeInside = signature?.timestamp?.in === "body" && redelivery?.resigned.promised !== false;
  const isIdInside = delivery?.in === "body" && delivery.changesOnRedelivery;
  const isCounted = events.some(({ example }) => namesIn(example ?? null).includes("delivery.attempt"));
  if (!isTimeInside && !isIdInside && !isCounted) return [];
  const what = isTimeInside
    ? "the signed time"
    : isIdInside
      ? "the delivery's id"
      : "the number of the attempt";
  return [
    {
      pointer: "/webhooks/fingerprint",
      severity: "error",
      code: "fingerprint-of-changing-body",
      message: `other bytes are called a conflict, and every redelivery has other bytes: ${what} stands in the body.`,
      hint: "Write `fingerprint: none`.",
    },
  ];
}

/** One note each, since it is a fact about the provider and not a mistake. */
function silence({ events, identity, signature }: Webhooks): Finding[] {
  if (events.length === 0) return [];
  const findings: Finding[] = [];
  const note = (code: string, message: string, hint?: string): void => {
    findings.push({
      pointer: "/webhooks",
      severity: "note",
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  if (identity === null) {
    note(
      "no-event-identity",
      "nothing tells one event from another, so no receiver can know a repeat for certain.",
    );
  }
  if (signature === null)
    note("unsigned-events", "deliveries are not signed: anybody who knows the address can send one.");
  if (events.every(({ schema }) => schema === null)) {
    note(
      "no-event-schema",
      "no event has a schema, so nothing says what a malformed one is.",
      "Add `schema:` to the events that receivers act on.",
    );
  }
  return findings;
}
