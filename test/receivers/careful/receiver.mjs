import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { Ajv } from "ajv";
import { getAt, setAt } from "../../../dist/src/core/pointer.js";
import { Authentic } from "./authentic.mjs";
import { readJson } from "./bytes.mjs";
import { Clock } from "./clock.mjs";
import { keyOf, Ledger } from "./ledger.mjs";
import { Refused } from "./refused.mjs";

export { Refused } from "./refused.mjs";

/**
 * A receiver that is right about every shape of webhooks. It reads the contract as a developer reads the documentation. Each
 * decision is a method of its own, so that a flaw is one method made wrong.
 *
 *   bytes ─▶ authenticate ─▶ read ─▶ check ─▶ take ─▶ commit (effect and receipt in one write) ─▶ answer
 */
export class Careful extends Authentic {
  path = "/webhooks";
  /** The answers of one careful receiver; others differ. */
  statuses = {
    signature: 401,
    json: 400,
    content: 422,
    conflict: 409,
    size: 413,
    coding: 415,
    kind: 422,
    later: 503,
  };
  clock = new Clock();
  #turn = Promise.resolve();

  constructor(world, testPoint, contract) {
    super();
    this.world = world;
    this.testPoint = testPoint;
    this.webhooks = contract.webhooks;
    this.sources = world.sources;
    this.ledger = this.openLedger(world.stateDir);
    const ajv = new Ajv({ strict: false, allErrors: false });
    this.validators = new Map(
      this.webhooks.events.map(({ kind, schema }) => [
        kind,
        schema === null ? () => true : ajv.compile(schema),
      ]),
    );
  }

  openLedger(directory) {
    return new Ledger(directory);
  }

  receiver() {
    return {
      server: createServer((request, response) => void this.handle(request, response)),
      path: this.path,
      applied: () => this.applied(),
      ...this.abilities(),
    };
  }

  abilities() {
    return { setClock: (now) => this.clock.set(now), capabilities: ["faults", "sources", "reopen"] };
  }

  applied() {
    return {
      applied: this.ledger.effects.map(({ source, identity, result }) => ({
        source,
        event: identity,
        result,
      })),
      accepted: [],
      state: this.state(),
    };
  }

  /** Per source: the sum of what adds, and the newest of what sets. */
  state() {
    const state = {};
    for (const { source, kind, value, per } of this.ledger.effects) {
      const own = (state[source] ??= { count: 0, sum: 0, objects: {} });
      own.count += 1;
      if (this.meaningOf(kind) === "sets") own.objects[JSON.stringify(per)] = value;
      else if (typeof value === "number") own.sum += value;
    }
    return state;
  }

  async handle(request, response) {
    let status = 200;
    let body;
    try {
      body = await this.receive(request, response);
    } catch (error) {
      status = error instanceof Refused ? error.status : this.statuses.later;
      body = { error: error instanceof Refused ? error.message : "temporary failure" };
      if (status === this.statuses.size) response.setHeader("Connection", "close");
    }
    if (response.destroyed) return;
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    await this.testPoint("afterAnswer", response).catch(() => {});
  }

  async receive(request, response) {
    const raw = await this.readBytes(request);
    const delivery = {
      raw,
      header: (name) => request.headers[name.toLowerCase()],
      url: request.url,
      method: request.method,
      response,
    };
    const source = this.authenticate(delivery);
    const events = this.readEvents(delivery).map((content) => this.readEvent(content, delivery, source));
    return this.take(
      events.filter((event) => event !== null),
      delivery,
    );
  }

  /** The events in the body: one, or those of a batch. */
  readEvents({ raw }) {
    let body;
    try {
      body = this.parse(raw);
    } catch {
      throw new Refused(this.statuses.json, "not the JSON that was agreed");
    }
    if (this.webhooks.batch === null) return [body];
    const events = getAt(body, this.webhooks.batch.events);
    if (!Array.isArray(events)) throw new Refused(this.statuses.content, "no list of events");
    return events;
  }

  parse(raw) {
    return readJson(raw);
  }

  /** What the event says, checked; null when it is of a kind that is to be acknowledged and nothing more. */
  readEvent(content, delivery, source) {
    const kind = this.kindOf(content, delivery);
    if (typeof kind === "string" && !this.validators.has(kind))
      return this.onUnknownKind(kind, content, delivery, source);
    if (typeof kind !== "string" || !this.isValid(kind, content))
      throw new Refused(this.statuses.content, "other content than agreed");
    return this.eventOf(kind, content, delivery, source);
  }

  kindOf(content, delivery) {
    const { kind, events } = this.webhooks;
    if (kind === null) return events[0].kind;
    return kind.in === "header" ? delivery.header(kind.at) : getAt(content, kind.at);
  }

  isValid(kind, content) {
    return this.validators.get(kind)(content);
  }

  onUnknownKind() {
    if (this.webhooks.unknownKind.enacted === "acknowledge") return null;
    throw new Refused(this.statuses.kind, "an unknown kind of event");
  }

  eventOf(kind, content, delivery, signer) {
    const shape = this.webhooks.events.find((one) => one.kind === kind) ?? this.webhooks.events[0];
    const identity = this.identityOf(content, delivery);
    if (typeof identity !== "string" || identity === "")
      throw new Refused(this.statuses.content, "no identity");
    const { order } = this.webhooks;
    return {
      kind,
      source: this.sourceOf(content, signer),
      identity,
      /** What the business data call it. */
      name: identity,
      value: shape.varies === null ? null : (getAt(content, shape.varies) ?? null),
      per: order === null ? null : (getAt(content, order.per) ?? null),
      age: order === null ? null : (getAt(content, order.age) ?? null),
      hash: createHash("sha256").update(delivery.raw).digest("hex"),
    };
  }

  identityOf(content, delivery) {
    const place = this.webhooks.identity;
    return place.in === "header" ? delivery.header(place.at) : getAt(content, place.at);
  }

  /** The secret says whose event it is; a body that names another is not believed. */
  sourceOf(content, signer) {
    const { named } = this.webhooks.source;
    if (named !== null && getAt(content, named) !== signer)
      throw new Refused(this.statuses.content, "another tenant");
    return signer;
  }

  /** All events of a delivery in one transaction; the answer. */
  async take(events, delivery) {
    const results = await this.inTurn(() => this.apply(events, delivery));
    await this.testPoint("afterCommit", delivery.response);
    return this.answerFor(results);
  }

  /** One transaction at a time. */
  inTurn(work) {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async apply(events, delivery) {
    const lines = [];
    const results = [];
    for (const event of events) {
      const receipt =
        this.receiptOf(event) ?? lines.find((line) => isReceiptOf(line.receipt, event))?.receipt;
      if (receipt !== undefined) {
        this.checkFingerprint(receipt, event);
        results.push(this.resultOfRepeat(receipt, event));
        continue;
      }
      const done = this.work(event, lines);
      lines.push(done);
      results.push(done.receipt.result);
    }
    await this.commit(lines, delivery);
    return results;
  }

  async commit(lines, { response }) {
    if (lines.length > 0) await this.testPoint("beforeCommit", response);
    this.ledger.commit(lines);
  }

  receiptOf(event) {
    return this.ledger.receipts.get(this.keyOf(event));
  }

  keyOf({ source, identity }) {
    return keyOf(source, identity);
  }

  checkFingerprint(receipt, event) {
    if (this.webhooks.fingerprint.enacted === "body" && receipt.hash !== event.hash) {
      throw new Refused(this.statuses.conflict, "this event had other content");
    }
  }

  resultOfRepeat(receipt) {
    return receipt.result;
  }

  /** The effect of an event with its receipt; the effect is left out when a newer event about the same object was applied. */
  work(event, pending) {
    const { source, kind, identity, name, value, per, age, hash } = event;
    const isLate = this.meaningOf(kind) === "sets" && this.isOlder(age, this.newestAge(event, pending));
    const result = this.totalOf(event, pending);
    const receipt = { source, identity, hash, result };
    return isLate
      ? { receipt }
      : { receipt, effect: { source, kind, identity: name, value, per, age, result } };
  }

  meaningOf(kind) {
    return this.webhooks.events.find((one) => one.kind === kind)?.meaning.enacted ?? "adds";
  }

  newestAge({ source, per }, pending) {
    if (this.webhooks.order === null) return undefined;
    const mine = [...this.ledger.effects, ...effectsIn(pending)].filter(
      (effect) => effect.source === source && JSON.stringify(effect.per) === JSON.stringify(per),
    );
    return mine.at(-1)?.age;
  }

  isOlder(age, newest) {
    if (newest === undefined) return false;
    if (typeof age === "number" && typeof newest === "number") return age < newest;
    return Date.parse(age) < Date.parse(newest);
  }

  totalOf({ source, value }, pending) {
    const mine = [...this.ledger.effects, ...effectsIn(pending)].filter((effect) => effect.source === source);
    const add = (sum, one) => sum + (typeof one === "number" ? one : 0);
    return mine.map((effect) => effect.value).reduce(add, 0) + add(0, value);
  }

  answerFor(results) {
    const { result } = this.webhooks;
    const [first] = results;
    if (result === null || first === undefined) return { received: true };
    return setAt({}, result, first);
  }
}

function effectsIn(pending) {
  return pending.flatMap(({ effect }) => (effect === undefined ? [] : [effect]));
}

function isReceiptOf({ source, identity }, event) {
  return source === event.source && identity === event.identity;
}
