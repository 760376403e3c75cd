import { parseDuration } from "../../core/duration.js";
import type { ContractDocument } from "../schema.js";
import type { Redelivery, WebhookEvent, Webhooks } from "../webhooks-model.js";
import { normaliseSignature } from "./signature.js";
import type { Silence } from "./silence.js";
import { placeOf, texts } from "./values.js";

type Written = NonNullable<ContractDocument["webhooks"]>;

const at = (path: string): string => `/webhooks/${path}`;

/** How soon a receiver has to answer where nobody says, ms. */
const usualWithinMs = 10_000;
const usualSchedule = [0, 60_000, 300_000, 3_600_000];

/** Everything about the provider's own deliveries, defaults filled in. */
export function normaliseWebhooks(written: Written, silence: Silence): Webhooks {
  const { signature, delivery, order, batch, result, source, acknowledge, redelivery } = written;
  const identity =
    written.identity === undefined || silence.at(at("identity"))
      ? null
      : { ...placeOf(written.identity), format: written.identity.format ?? "evt_{{alphanumeric 16}}" };
  return {
    method: written.method ?? "POST",
    contentType: written.contentType ?? "application/json",
    headers: texts(written.headers),
    kind: written.kind === undefined ? null : placeOf(written.kind),
    events: Object.entries(written.events).map(([kind, event]) => eventOf(kind, event, silence)),
    unknownKind: silence.stated(at("unknownKind"), written.unknownKind, "acknowledge" as const),
    identity,
    fingerprint: silence.stated(at("fingerprint"), written.fingerprint, "none" as const),
    delivery:
      delivery === undefined || delivery === "none" || silence.at(at("delivery"))
        ? null
        : {
            ...placeOf(delivery),
            format: delivery.format ?? "{{uuid}}",
            changesOnRedelivery: delivery.changesOnRedelivery ?? true,
          },
    order: order === undefined || order === "none" || silence.at(at("order")) ? null : order,
    batch:
      batch === undefined || batch === "none"
        ? null
        : { events: batch.events, partial: batch.partial ?? "allOrNothing" },
    result: result === undefined || result === "none" || silence.at(at("result")) ? null : result,
    signature:
      signature === undefined || signature === "none"
        ? null
        : normaliseSignature(signature, identity, silence),
    acknowledge: {
      success: acknowledge?.success ?? ["2xx"],
      withinMs: silence.stated(
        at("acknowledge/within"),
        acknowledge?.within === undefined ? undefined : parseDuration(acknowledge.within),
        usualWithinMs,
      ),
    },
    redelivery: redelivery === undefined || redelivery === "none" ? null : redeliveryOf(redelivery, silence),
    duplicates: silence.stated(at("duplicates"), written.duplicates, "atLeastOnce" as const),
    bodyBytes:
      written.limits?.bodyBytes === undefined || silence.at(at("limits/bodyBytes"))
        ? null
        : written.limits.bodyBytes,
    source:
      source === undefined || typeof source === "string"
        ? { bound: "credential", named: null }
        : { bound: source.bound, named: source.named ?? null },
  };
}

function eventOf(kind: string, event: Written["events"][string], silence: Silence): WebhookEvent {
  return {
    kind,
    schema: event.schema ?? null,
    ...(event.example === undefined ? {} : { example: event.example }),
    varies: event.varies ?? null,
    meaning: silence.stated(
      at(`events/${kind.replaceAll("~", "~0").replaceAll("/", "~1")}/meaning`),
      event.meaning,
      "adds" as const,
    ),
  };
}

function redeliveryOf(
  written: Exclude<NonNullable<Written["redelivery"]>, "none">,
  silence: Silence,
): Redelivery {
  return {
    when: written.when ?? ["noAnswer", "3xx", "4xx", "5xx"],
    final: written.final ?? [],
    scheduleMs: silence.stated(
      at("redelivery/schedule"),
      written.schedule?.map((delay) => parseDuration(delay)),
      usualSchedule,
    ),
    forMs: silence.stated<number | null>(
      at("redelivery/for"),
      written.for === undefined ? undefined : parseDuration(written.for),
      null,
    ),
    resigned: silence.stated(at("redelivery/resigned"), written.resigned, true),
  };
}
