import type { WebhookEvent, Webhooks } from "../../src/contract/webhooks-model.js";
import type { EventOrder, SourceName } from "../../src/core/delivery.js";
import { expectedGot, KitError } from "../../src/core/errors.js";
import type { Json } from "../../src/core/json.js";
import { getAt, setAt } from "../../src/core/pointer.js";
import { suggest } from "../../src/core/suggest.js";
import { compileTemplate, type Template } from "../../src/core/template.js";
import type { Ids } from "../ids.js";
import { resolveIn, type Scope } from "../names.js";
import { textOf } from "../values.js";
import { scalarsIn, valueAfter } from "./other-values.js";
import type { MadeEvent } from "./sender.js";

/** An event with what deliveries of it need. */
export interface EventRecord extends MadeEvent {
  shape: WebhookEvent;
  order: { per: Json; age: Json } | null;
  /** Where the number of the attempt stands, which differs from delivery to delivery. */
  attemptAt: string[];
  /** Deliveries of it so far, forgeries among them. */
  attempts: number;
}

interface World {
  ids: Ids;
  now(): number;
  sourceName(source: SourceName): string;
}

const nobody = { parameters: {}, query: {}, headers: {}, body: null, key: null, reference: null };

/** The events that happened at the provider, by the names they were given. */
export class EventBook {
  readonly #webhooks: Webhooks;
  readonly #world: World;
  readonly #events = new Map<string, EventRecord>();
  readonly #templates = new Map<string, Template>();
  readonly #identity: Template;
  #varied = 0;
  #objects = 0;

  constructor(webhooks: Webhooks, world: World) {
    this.#webhooks = webhooks;
    this.#world = world;
    this.#identity = compileTemplate(webhooks.identity?.format ?? "evt_{{alphanumeric 16}}");
  }

  /** The event of a name. Throws KitError("usage") when there is none. */
  get(name: string): EventRecord {
    const known = this.#events.get(name);
    if (known !== undefined) return known;
    const names = [...this.#events.keys()];
    throw new KitError(
      "usage",
      `No event is called '${name}'. Known: ${names.join(", ") || "none, since none was made"}.${suggest(name, names)}`,
    );
  }

  /** Something happens. Throws KitError("usage") for a kind that the contract does not list and for a name that is taken. */
  make(order: EventOrder): EventRecord {
    const { name, source = "first" } = order;
    if (this.#events.has(name)) throw new KitError("usage", `An event is called '${name}' already.`);
    const shape = this.#shapeOf(order.kind);
    const identity =
      order.identityOf === undefined ? this.#newIdentity(source) : this.get(order.identityOf).identity;
    const at = this.#world.now() + (order.happenedMs ?? 0);
    let content = this.#fill(
      shape,
      this.#scope(source, at, { "event.id": identity, "event.kind": shape.kind }),
    );
    if (order.value === "varied" && shape.varies !== null) {
      this.#varied += 1;
      const there = getAt(content, shape.varies);
      content = setAt(content, shape.varies, valueAfter(there, shape.schema, shape.varies, this.#varied));
    }
    for (const [pointer, value] of Object.entries(order.set ?? {})) content = setAt(content, pointer, value);
    content = this.#placed(content, source);
    const named = this.#identified(content, shape, identity);
    const ordered = this.#ordered(named.content, shape, order);
    const record: EventRecord = {
      name,
      kind: shape.kind,
      source,
      identity: named.identity,
      content: ordered.content,
      shape,
      order: ordered.order,
      attemptAt: scalarsIn(shape.example ?? null).filter(
        (pointer) => getAt(shape.example, pointer) === "{{delivery.attempt}}",
      ),
      attempts: 0,
    };
    this.#events.set(name, record);
    return record;
  }

  /** Nothing has happened yet. */
  clear(): void {
    this.#events.clear();
    this.#varied = 0;
    this.#objects = 0;
  }

  /** Nobody will speak of it again. */
  forget(name: string): void {
    this.#events.delete(name);
  }

  /** A text in a format such as `{{uuid}}`. */
  draw(format: string, source: SourceName = "first"): string {
    const scope = this.#scope(source, this.#world.now(), {});
    return textOf(compileTemplate(format)(resolveIn(scope))) ?? format;
  }

  #shapeOf(kind: string | undefined): WebhookEvent {
    const { events } = this.#webhooks;
    const shape = kind === undefined ? events[0] : events.find((one) => one.kind === kind);
    if (shape !== undefined) return shape;
    const kinds = events.map((one) => one.kind);
    throw new KitError(
      "usage",
      `event: ${expectedGot(`one of ${kinds.join(", ")}`, `'${kind ?? "nothing"}'`)}.${suggest(kind ?? "", kinds)}`,
    );
  }

  #newIdentity(source: SourceName): string {
    const made = this.#identity(resolveIn(this.#scope(source, this.#world.now(), {})));
    return textOf(made) ?? this.#world.ids.alphanumeric(16);
  }

  #scope(source: SourceName, at: number, more: Record<string, Json>): Scope {
    const { ids } = this.#world;
    const moments = {
      "delivery.attempt": 1,
      "event.iso8601": new Date(at).toISOString(),
      "event.epochSeconds": Math.floor(at / 1000),
      "event.epochMilliseconds": at,
    };
    return {
      ids,
      now: at,
      baseUrl: "",
      operation: "event",
      asked: { ...nobody, account: this.#world.sourceName(source) },
      more: { ...moments, ...more },
    };
  }

  #fill(shape: WebhookEvent, scope: Scope): Json {
    let template = this.#templates.get(shape.kind);
    if (template === undefined) {
      template = compileTemplate(shape.example ?? null);
      this.#templates.set(shape.kind, template);
    }
    return template(resolveIn(scope)) ?? null;
  }

  /** The tenant stands where the contract says so. */
  #placed(content: Json, source: SourceName): Json {
    const { named } = this.#webhooks.source;
    return named === null || content === null
      ? content
      : setAt(content, named, this.#world.sourceName(source));
  }

  /** The identity stands in the body, as the example spells it or as it is. */
  #identified(content: Json, shape: WebhookEvent, identity: string): { content: Json; identity: string } {
    const place = this.#webhooks.identity;
    if (place?.in !== "body" || content === null) return { content, identity };
    const written = getAt(shape.example, place.at);
    const there = textOf(getAt(content, place.at));
    if (typeof written === "string" && written.includes("{{") && there !== null) {
      return { content, identity: there };
    }
    const value = typeof written === "number" ? this.#world.ids.sequence("identity") + written : identity;
    return { content: setAt(content, place.at, value), identity: String(value) };
  }

  /** Each event is about an object of its own, unless it is said to be about another one's. */
  #ordered(
    content: Json,
    shape: WebhookEvent,
    { about, happenedMs = 0 }: EventOrder,
  ): { content: Json; order: EventRecord["order"] } {
    const { order } = this.#webhooks;
    if (order === null || content === null) return { content, order: null };
    const other = about === undefined ? null : this.get(about).order;
    let changed: Json = content;
    if (other !== null) {
      changed = setAt(changed, order.per, other.per);
    } else if (!isFilled(getAt(shape.example, order.per))) {
      if (this.#objects > 0) {
        const there = getAt(changed, order.per);
        changed = setAt(changed, order.per, valueAfter(there, shape.schema, order.per, this.#objects));
      }
      this.#objects += 1;
    }
    const written = getAt(shape.example, order.age);
    // A version counts up from the event before; a time was filled in above.
    if (typeof written === "number" && typeof other?.age === "number") {
      changed = setAt(changed, order.age, other.age + (happenedMs < 0 ? -1 : 1));
    }
    const [per = null, age = null] = [getAt(changed, order.per), getAt(changed, order.age)];
    return { content: changed, order: { per, age } };
  }
}

function isFilled(value: Json | undefined): boolean {
  return typeof value === "string" && value.includes("{{");
}
