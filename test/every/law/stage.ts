import type { Fault } from "../../../mock-provider/fault.js";
import type { Provider } from "../../../mock-provider/provider.js";
import { startProvider } from "../../../mock-provider/start.js";
import { loadCatalogue } from "../../../src/catalogue.js";
import type { AnswerTemplate, BodyKind, Contract, Operation } from "../../../src/contract/model.js";
import { only, type Effect } from "../../../src/core/history.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { Phase } from "../../../src/core/phase.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { askFor } from "../../../src/run/ask.js";
import { exchange, text, writeOf, type Ask, type Caller, type Reply, type Sent } from "./client.js";
import { operationOf } from "./contracts.js";
import { misfit, type Expect } from "./fit.js";
import { keyOf } from "./keys.js";

const faults = await loadCatalogue<Fault>("faults");

/** A write that was made ready: the same one can be sent again and again. */
export interface Prepared extends Ask {
  /** The key that travels with it; null when none does. */
  key: string | null;
}

/** What an answer is about. */
export interface About {
  ask?: Prepared;
  effect?: Effect;
}

export type Which = "first" | "second";

/** One operation of a contract, a fresh provider that enacts it, and what was found to be wrong. */
export class Stage {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly provider: Provider;
  readonly violations: string[] = [];

  private constructor(contract: Contract, operation: Operation, provider: Provider) {
    this.contract = contract;
    this.operation = operation;
    this.provider = provider;
  }

  /** A stage on which the contract is the law, enacted by a provider of `enacted`. */
  static async open(contract: Contract, operation: string, enacted: Contract): Promise<Stage> {
    const provider = await startProvider(enacted, {
      faults,
      seed: 7,
      startAt: Date.parse("2026-11-30T12:00:00Z"),
    });
    return new Stage(contract, operationOf(contract, operation), provider);
  }

  /** Writes down what is wrong unless it holds. */
  expect(holds: boolean, violation: string): void {
    if (!holds) this.violations.push(violation);
  }

  /** The n-th write, under a key of its own; `varied` differs in the field that the contract names. */
  prepare(n: number, options: { varied?: boolean; as?: Which; operation?: Operation } = {}): Prepared {
    const { operation = this.operation, as = "first", varied = false } = options;
    const account = text(this.provider.credentials[as]["account"] ?? "");
    const ask = askFor(this.contract, operation, { businessKey: `order-${n}`, varied, account });
    const { idempotency } = operation;
    return {
      ...ask,
      key: idempotency === null ? null : (this.#ownKey(operation, ask) ?? keyOf(idempotency, n)),
    };
  }

  /** Sends a write. */
  write(
    prepared: Prepared,
    options: { as?: Which; operation?: Operation; kind?: BodyKind; change?: (sent: Sent) => void } = {},
  ): Promise<Reply> {
    const { operation = this.operation, as = "first", change } = options;
    const sent = writeOf(this.caller(as), operation, prepared, prepared.key, options.kind);
    change?.(sent);
    return exchange(sent);
  }

  caller(as: Which = "first"): Caller {
    return {
      contract: this.contract,
      baseUrl: this.provider.baseUrl,
      credentials: this.provider.credentials[as],
    };
  }

  /** The effects of the operation that exist now. */
  effects(operation: Operation = this.operation): Effect[] {
    return this.provider.effects().filter((effect) => effect.operation === operation.name);
  }

  /** How often the operation took effect by a request. */
  commits(operation: Operation = this.operation): number {
    return only(this.provider.journal.entries(), "effect-committed").filter(
      ({ request, effect }) => request !== null && effect.operation === operation.name,
    ).length;
  }

  /** The answer is what the template says. */
  expectAnswer(what: string, reply: Reply, template: AnswerTemplate, about: About = {}): void {
    this.expectStatus(what, reply, template.status);
    this.expectHeaders(what, reply, template.headers, about);
    this.expectBody(what, reply, template.body, about);
  }

  expectStatus(what: string, reply: Reply, status: number): void {
    this.expect(
      reply.status === status,
      `${what}: expected status ${status}, got ${reply.status} (${JSON.stringify(reply.body)?.slice(0, 300)})`,
    );
  }

  expectHeaders(what: string, reply: Reply, headers: Record<string, string>, about: About = {}): void {
    for (const [name, template] of Object.entries(headers)) {
      const there = reply.headers[name.toLowerCase()];
      for (const problem of misfit(template, there, this.expectations(about), {}, `header ${name}`)) {
        this.violations.push(`${what}: ${problem}`);
      }
    }
  }

  expectBody(
    what: string,
    reply: Reply,
    template: Json | undefined,
    about: About = {},
    more: JsonObject = {},
  ): void {
    const isHidden = reply.status === 204 || reply.status === 304;
    // An empty text and no body are the same on the wire.
    const expected = isHidden || template === "" ? undefined : template;
    if (expected === undefined && reply.body === undefined) return;
    // A GraphQL answer holds what was selected.
    const closeness = { mayLack: this.operation.request.body.includes("graphql") };
    for (const problem of misfit(expected, reply.body, this.expectations(about, more), closeness)) {
      this.violations.push(`${what}: ${problem}`);
    }
  }

  /** The answer is that of a success, about an effect that exists. */
  expectSuccess(what: string, reply: Reply, ask: Prepared): void {
    const { answer } = this.operation;
    const effect = this.named(reply) ?? this.effects().at(-1);
    const about = { ask, ...(effect === undefined ? {} : { effect }) };
    this.expectAnswer(what, reply, answer, about);
    for (const [pointer, value] of Object.entries(answer.success)) {
      const there = getAt(reply.body, pointer);
      this.expect(
        there === value,
        `${what}: ${pointer}: expected ${JSON.stringify(value)}, got ${JSON.stringify(there)}`,
      );
    }
    const place = answer.is === "receipt" ? answer.receipt : answer.ticket;
    if (place === null || reply.status !== answer.status) return;
    const name = placeIn(reply, place);
    this.expect(
      name !== undefined,
      `${what}: no ${answer.is === "receipt" ? "receipt" : "ticket"} at ${place.at}`,
    );
    if (answer.is === "receipt") {
      const names = effect?.names ?? [];
      this.expect(
        name === names[0],
        `${what}: the receipt '${name}' is not the first name of ${names.join(", ")}`,
      );
    }
  }

  /** The effect that the receipt in an answer names. */
  named(reply: Reply): Effect | undefined {
    const { receipt } = this.operation.answer;
    const name = receipt === null ? undefined : placeIn(reply, receipt);
    return name === undefined ? undefined : this.effects().find(({ names }) => names.includes(name));
  }

  expectCommits(what: string, count: number): void {
    this.expect(this.commits() === count, `${what}: expected ${count} commits, got ${this.commits()}`);
  }

  expectEffects(what: string, count: number): void {
    const there = this.effects().length;
    this.expect(there === count, `${what}: expected ${count} effects, got ${there}`);
  }

  /** Arms the answer in the place of what the next write of the operation deserves. */
  answerWith(at: Phase, answer: AnswerTemplate, by: "provider" | "gateway", name?: string): void {
    const { status, headers, body } = answer;
    this.provider.arm({
      fault: "answer-with",
      at,
      on: { operation: this.operation.name },
      options: {
        status,
        headers,
        ...(body === undefined ? {} : { body }),
        by,
        ...(name === undefined ? {} : { name }),
      },
    });
  }

  /** What names in the contract's templates stand for in an answer about this. */
  expectations({ ask, effect }: About, more: JsonObject = {}): Expect {
    const { reference } = this.operation.request;
    return (name) => {
      if (Object.hasOwn(more, name)) return { value: more[name] };
      if (name === "baseUrl") return { value: this.provider.baseUrl };
      if (ask !== undefined) {
        if (name === "request.body") return { value: ask.payload };
        if (name === "key") return { value: ask.key ?? undefined };
        if (name === "reference") {
          return { value: reference === null ? undefined : getAt(ask.payload, reference) };
        }
        const [root, part, ...path] = name.split(".");
        if (root === "request" && part === "body") {
          return this.#isKey(path)
            ? { value: ask.key ?? undefined }
            : { value: getAt(ask.payload, `/${path.join("/")}`) };
        }
        if (root === "request" && part !== "headers") {
          return this.#isKey(path)
            ? { value: ask.key ?? undefined }
            : { value: ask.parameters[path.join(".")] };
        }
      }
      if ((name === "effect.id" || name === "original.id") && effect !== undefined)
        return { value: effect.id };
      return null;
    };
  }

  async close(): Promise<void> {
    await this.provider.close();
  }

  /** Whether the key stands there in the request. */
  #isKey(path: readonly string[]): boolean {
    const key = this.operation.idempotency?.key;
    if (key === undefined || (key.in !== "body" && key.in !== "query" && key.in !== "path")) return false;
    return key.name === (key.in === "body" ? `/${path.join("/")}` : path.join("."));
  }

  /** A key that comes from the business, as the example says. */
  #ownKey({ idempotency, request }: Operation, ask: Ask): string | null {
    if (idempotency === null) return null;
    const { in: place, name } = idempotency.key;
    if (place === "header" || place === "graphqlDirective") return null;
    const template = place === "body" ? getAt(request.example.body, name) : request.example[place][name];
    if (typeof template !== "string" || !template.includes("{{")) return null;
    return place === "body" ? text(getAt(ask.payload, name) ?? null) : (ask.parameters[name] ?? null);
  }
}

/** The text at a place of an answer; undefined when there is none. */
export function placeIn(reply: Reply, place: { in: "body" | "header"; at: string }): string | undefined {
  if (place.in === "header") return reply.headers[place.at.toLowerCase()];
  const there = getAt(reply.body, place.at);
  return there === undefined || there === null || typeof there === "object" || there === ""
    ? undefined
    : String(there);
}

/** The same write with another payload, its key aside. */
export function withPayload(prepared: Prepared, payload: Json): Prepared {
  return { ...prepared, payload };
}

/** The same write with another value at a pointer. */
export function withField(prepared: Prepared, pointer: string, value: Json): Prepared {
  return withPayload(prepared, setAt(prepared.payload, pointer, value));
}
