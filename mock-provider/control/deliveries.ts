import { variantIds, type EventOrder, type VariantId } from "../../src/core/delivery.js";
import { expectedGot } from "../../src/core/errors.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { suggest } from "../../src/core/suggest.js";
import type { Router } from "../koa.js";
import type { Provider } from "../provider.js";
import type { WebhookSender } from "../webhooks/sender.js";
import { readJsonObject } from "./body.js";
import { Refusal } from "./refusal.js";

/** What `POST /deliveries` was asked for. */
interface Asked {
  event: EventOrder | string;
  as: VariantId;
  redeliver: boolean;
}

/** Sending the provider's own events by hand. */
export function addDeliveryRoutes(router: Router, provider: Provider): void {
  let made = 0;
  router.post("/deliveries", async (ctx) => {
    const asked = readAsked(await readJsonObject(ctx.req));
    const { webhooks } = provider;
    if (webhooks === null) {
      throw new Refusal(
        404,
        "no-webhooks",
        "Nobody said where events go. Start the mock with --webhooks URL.",
      );
    }
    made += 1;
    const name =
      typeof asked.event === "string"
        ? asked.event
        : webhooks.make({ ...asked.event, name: `by hand ${made}` }).name;
    ctx.status = 201;
    ctx.body = await send(webhooks, name, asked);
  });
}

async function send(webhooks: WebhookSender, name: string, { as, redeliver }: Asked): Promise<object> {
  const order = { events: [name], as };
  if (!redeliver) return { event: name, ...(await webhooks.deliver(order)) };
  // Until it is over may take days of the provider's clock, so nobody waits for it here.
  webhooks.keepDelivering(order);
  return { event: name, redelivering: true };
}

function readAsked(body: JsonObject): Asked {
  const { event = {}, again, as = "plain", redeliver = false, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const known = ["event", "again", "as", "redeliver"];
    throw wrong(unknown, `one of ${known.join(", ")}`, `'${unknown}'`, suggest(unknown, known));
  }
  const variant = variantIds.find((id) => id === as);
  if (variant === undefined) {
    throw wrong(
      "as",
      `one of ${variantIds.join(", ")}`,
      show(as),
      suggest(typeof as === "string" ? as : "", variantIds),
    );
  }
  if (typeof redeliver !== "boolean") throw wrong("redeliver", "true or false", show(redeliver));
  if (again !== undefined) {
    if (typeof again !== "string")
      throw wrong("again", "the name of an event that was delivered", show(again));
    return { event: again, as: variant, redeliver };
  }
  return { event: readEvent(event), as: variant, redeliver };
}

function readEvent(event: Json): EventOrder {
  if (typeof event === "string") return { name: "", kind: event };
  if (typeof event !== "object" || event === null || Array.isArray(event)) {
    throw wrong("event", "a kind of event, or { kind, source, set }", show(event));
  }
  const { kind, source = "first", set = {} } = event;
  if (kind !== undefined && typeof kind !== "string") throw wrong("event.kind", "a text", show(kind));
  if (source !== "first" && source !== "second") throw wrong("event.source", "first or second", show(source));
  if (typeof set !== "object" || set === null || Array.isArray(set)) {
    throw wrong("event.set", "a mapping of JSON Pointers to values", show(set));
  }
  return { name: "", source, set, ...(kind === undefined ? {} : { kind }) };
}

function show(value: Json): string {
  return JSON.stringify(value);
}

function wrong(field: string, expected: string, got: string, hint = ""): Refusal {
  return new Refusal(400, "delivery", `'${field}': ${expectedGot(expected, got)}.${hint}`);
}
