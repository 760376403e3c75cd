import type { Contract } from "../../src/contract/model.js";
import { isOneOf } from "../../src/contract/status-words.js";
import type { Webhooks } from "../../src/contract/webhooks-model.js";
import type { DeliveryEnd, DeliveryOrder, SourceName, VariantId } from "../../src/core/delivery.js";
import { KitError } from "../../src/core/errors.js";
import type { Journal } from "../../src/core/journal.js";
import type { Json } from "../../src/core/json.js";
import type { Clock } from "../clock.js";
import type { Ids } from "../ids.js";
import { compose, type Composed } from "./compose.js";
import type { EventBook, EventRecord } from "./event-book.js";
import type { KeyRing } from "./key-ring.js";
import type { Scheme } from "./scheme.js";
import type { Delivered } from "./sender.js";
import { variants } from "./variants.js";
import { takeOff, type Flight } from "./wire.js";

/** What deliveries share. */
export interface Surroundings {
  contract: Contract;
  webhooks: Webhooks;
  scheme: Scheme | null;
  ids: Ids;
  clock: Clock;
  journal: Journal;
  book: EventBook;
  rings: Record<SourceName, KeyRing>;
  urlOf(source: SourceName): string;
  waitMs: number;
}

/** A delivery that waits for its last byte. */
export interface Waiting {
  flight: Flight;
  end: Promise<Delivered>;
}

/** The answer's text that the journal keeps, characters. */
const keptAnswer = 64 * 1024;

/** Sends deliveries and writes down what comes of them. */
export class Deliveries {
  readonly #is: Surroundings;
  readonly #open = new Set<Flight>();
  /** The last genuine delivery of the same events. */
  readonly #last = new Map<string, { message: Composed; signedAt: number }>();
  readonly #attempts = new Map<string, number>();
  #next = 1;
  /** Grows with each reset: what was on its way then is written down nowhere. */
  #epoch = 1;

  constructor(surroundings: Surroundings) {
    this.#is = surroundings;
  }

  /** Everything but the last byte is on its way. Throws KitError("usage") when the variant does not apply. */
  start(order: DeliveryOrder): Waiting {
    const { webhooks } = this.#is;
    const events = order.events.map((name) => this.#is.book.get(name));
    const as = order.as ?? "plain";
    this.#refuse(order, events, as);
    const key = order.events.join("\0");
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    const message = this.#message(order, events, as, key, attempt);
    const delivery = this.#next++;
    this.#attempts.set(key, attempt);
    const waitMs = order.waitMs ?? webhooks.acknowledge.withinMs.promised ?? this.#is.waitMs;
    const epoch = this.#epoch;
    const flight = takeOff(message, order.wire ?? {}, waitMs, (complete) => {
      if (epoch === this.#epoch) this.#journalSent({ delivery, attempt, as, events, message, complete });
    });
    this.#open.add(flight);
    const end = flight.end.then((how) => {
      this.#open.delete(flight);
      return this.#ended(delivery, how, epoch);
    });
    return { flight, end };
  }

  /** Nobody will deliver these again. */
  forget(events: readonly string[]): void {
    const key = events.join("\0");
    this.#last.delete(key);
    this.#attempts.delete(key);
  }

  /** Ends whatever is open, and counts from 1 again. */
  reset(): void {
    this.#epoch += 1;
    this.close();
    this.#last.clear();
    this.#attempts.clear();
    this.#next = 1;
  }

  /** Ends whatever is open. */
  close(): void {
    for (const flight of this.#open) flight.abort();
  }

  #refuse(order: DeliveryOrder, events: readonly EventRecord[], as: VariantId): void {
    const { webhooks } = this.#is;
    const [event] = events;
    if (event === undefined) throw new KitError("usage", "A delivery of no events: name at least one.");
    if (events.length > 1 && webhooks.batch === null) {
      throw new KitError(
        "usage",
        "The contract says that each event travels alone (`batch`): deliver them one by one.",
      );
    }
    if (events.some(({ source }) => source !== event.source)) {
      throw new KitError("usage", "Events of two sources do not travel together: deliver them one by one.");
    }
    const variant = variants[as];
    const lack = variant.lacks?.(webhooks, events.at(-1) ?? null) ?? null;
    if (lack !== null) throw new KitError("usage", `No delivery of '${event.kind}' as '${as}': ${lack}.`);
    if (variant.repeats === true && !this.#last.has(order.events.join("\0"))) {
      throw new KitError(
        "usage",
        `No delivery as '${as}': ${order.events.join(", ")} was not delivered before.`,
      );
    }
  }

  #message(
    order: DeliveryOrder,
    events: readonly EventRecord[],
    as: VariantId,
    key: string,
    attempt: number,
  ): Composed {
    const { webhooks, ids, clock, rings, scheme, book } = this.#is;
    const source = events[0]?.source ?? "first";
    const url = this.#is.urlOf(source);
    const variant = variants[as];
    const before = this.#last.get(key);
    if (variant.repeats === true && before !== undefined) return { ...before.message, url };
    const isAnew = webhooks.redelivery?.resigned.enacted !== false;
    const now = before === undefined || isAnew ? clock.now() : before.signedAt;
    const message = compose({
      webhooks,
      headers: Object.entries(webhooks.headers).map(([name, value]) => [name, book.draw(value, source)]),
      scheme,
      keys: rings[source].keys,
      events,
      variant,
      order,
      url,
      now,
      deliveryId: this.#deliveryId(before?.message, variant.newDeliveryId === true),
      attempt,
      otherSource: rings[source === "first" ? "second" : "first"].name,
      ids,
    });
    if (variant.defects.length === 0) this.#last.set(key, { message, signedAt: now });
    return message;
  }

  #deliveryId(before: Composed | undefined, isNew: boolean): string | null {
    const { delivery } = this.#is.webhooks;
    if (delivery === null) return null;
    const keeps = !delivery.changesOnRedelivery && !isNew;
    return keeps && before !== undefined ? before.deliveryId : this.#is.book.draw(delivery.format);
  }

  #journalSent(sent: {
    delivery: number;
    attempt: number;
    as: VariantId;
    events: readonly EventRecord[];
    message: Composed;
    complete: boolean;
  }): void {
    const { delivery, attempt, as, events, message, complete } = sent;
    const source = events[0]?.source ?? "first";
    this.#is.journal.append({
      kind: "delivery-sent",
      delivery,
      events: events.map(({ name }) => name),
      identities: events.map(({ identity }) => identity),
      source: this.#is.rings[source].name,
      attempt,
      as,
      defects: [...variants[as].defects],
      url: message.url,
      method: message.method,
      headers: Object.fromEntries(message.headers.map(([name, value]) => [name.toLowerCase(), value])),
      deliveryId: message.deliveryId,
      body: message.body.toString(),
      bodyBytes: message.body.length,
      bodyHash: message.bodyHash,
      complete,
    });
  }

  #ended(delivery: number, end: DeliveryEnd, epoch: number): Delivered {
    const { journal, webhooks } = this.#is;
    const isKept = epoch === this.#epoch;
    if (end.is === "lost") {
      if (isKept) journal.append({ kind: "delivery-lost", delivery, how: end.how, tookMs: end.tookMs });
      return { delivery, end, success: false };
    }
    const { status, headers, tookMs } = end;
    const success = isOneOf(webhooks.acknowledge.success, status);
    const body = readAnswer(end.body);
    if (isKept)
      journal.append({ kind: "delivery-answered", delivery, status, headers, body, success, tookMs });
    return { delivery, end, success };
  }
}

function readAnswer(text: string): Json {
  if (text.length > keptAnswer) return text.slice(0, keptAnswer);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
