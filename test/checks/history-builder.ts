import { createHash } from "node:crypto";
import type { Contract, Operation } from "../../src/contract/model.js";
import type { Effect, Entry, History, ProviderEntry, RunnerEntry } from "../../src/core/history.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import type { Capability, Claim, OutcomeWord, Timing } from "../../src/core/protocol.js";
import type { Step } from "../../src/core/scenario.js";
import { getAt } from "../../src/core/pointer.js";
import { fillTemplate } from "../../src/core/template.js";
import { anyAnswer, anyRequest, type Told } from "./told.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const timing: Timing = {
  timeoutMs: 400,
  retryDelayMs: 20,
  lookupLagMs: 200,
  settlesWithinMs: 400,
  pollMs: 50,
  budgetMs: 3000,
};

/** Tells a history entry by entry, as readable as the scenario it stands for. Times pass by 1 ms an entry. */
export class Story {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly #entries: Entry[] = [];
  readonly #steps: Step[] = [];
  readonly #options: { capabilities: Capability[]; timing: Partial<Timing>; scenario: string };
  #at = Date.parse("2026-11-30T12:00:00.000Z");
  #wall = 0;
  #request = 0;
  #connection = 0;
  #id = 0;
  #effects = 0;
  #process = 1;
  #asked = new Map<number, { id: number; businessKey: string | null; command: string }>();
  #open = new Map<number, Told & { request: number; effect: Effect | null }>();

  constructor(
    contract: string | Contract,
    options: Partial<{
      capabilities: Capability[];
      timing: Partial<Timing>;
      scenario: string;
      operation: string;
    }> = {},
  ) {
    this.contract = typeof contract === "string" ? sampleContract(contract) : contract;
    const operation =
      this.contract.operations.find(({ name }) => name === options.operation) ?? this.contract.operations[0];
    if (operation === undefined) throw new Error("the contract has no operation");
    this.operation = operation;
    this.#options = {
      capabilities: options.capabilities ?? ["reconcile", "inspect", "timing"],
      timing: options.timing ?? {},
      scenario: options.scenario ?? "told",
    };
    this.append({ kind: "process-started", process: 1, pid: 1001, reused: false });
  }

  append(fact: ProviderEntry | RunnerEntry): number {
    const seq = this.#entries.length + 1;
    this.#at += 1;
    this.#wall += 1;
    this.#entries.push({ seq, at: this.#at, wall: this.#wall, ...fact });
    return seq;
  }

  /** Real time passes. */
  after(ms: number): this {
    this.#at += ms;
    this.#wall += ms;
    return this;
  }

  /** The provider's clock is moved. */
  advance(ms: number): this {
    this.#at += ms;
    this.append({ kind: "clock-moved", byMs: ms });
    return this;
  }

  step(step: Step): this {
    this.append({ kind: "step", index: this.#steps.length, step });
    this.#steps.push(step);
    return this;
  }

  perform(businessKey: string, more: { payload?: Json; process?: number; operation?: string } = {}): this {
    const operation = this.#operationNamed(more.operation);
    return this.#ask(more.process ?? this.#process, businessKey, "perform", {
      command: "perform",
      operation: operation.name,
      businessKey,
      payload: more.payload ?? this.payload(businessKey, operation),
      parameters: operation.request.example.path,
      now: new Date(this.#at).toISOString(),
    });
  }

  reconcile(): this {
    return this.#ask(this.#process, null, "reconcile", { command: "reconcile", now: "" });
  }

  inspect(businessKey: string): this {
    return this.#ask(this.#process, businessKey, "inspect", { command: "inspect", businessKey });
  }

  claim(
    outcome: OutcomeWord,
    reference?: string,
    more: Partial<Claim> & { of?: string; process?: number } = {},
  ): this {
    const process = more.process ?? this.#process;
    const asked = this.#asked.get(process);
    const { of, process: _, ...rest } = more;
    this.append({
      kind: "claimed",
      process,
      id: asked?.id ?? 0,
      command: (asked?.command ?? "perform") as "perform" | "reconcile" | "inspect",
      businessKey: of ?? asked?.businessKey ?? "order-42",
      claim: { outcome, ...(reference === undefined ? {} : { reference }), ...rest },
    });
    if (asked?.command !== "reconcile") this.#asked.delete(process);
    return this;
  }

  threw(error = "boom"): this {
    this.append({
      kind: "threw",
      process: this.#process,
      id: this.#asked.get(this.#process)?.id ?? 0,
      error,
    });
    return this;
  }

  unanswered(why: "exited" | "killed" | "patience" | "protocol"): this {
    this.append({
      kind: "unanswered",
      process: this.#process,
      id: this.#asked.get(this.#process)?.id ?? 0,
      why,
    });
    this.#asked.delete(this.#process);
    return this;
  }

  /** SIGKILL; a message that is open stays unanswered. The next process is started. */
  crash(): this {
    this.append({ kind: "process-killed", process: this.#process, why: "crash" });
    if (this.#asked.has(this.#process)) this.unanswered("killed");
    this.#process += 1;
    this.append({
      kind: "process-started",
      process: this.#process,
      pid: 1000 + this.#process,
      reused: false,
    });
    return this;
  }

  /** A write that reaches the provider, and what comes of it. Gives the number of its request. */
  send(told: Told = {}): number {
    const operation = this.#operationNamed(told.operation);
    const request = ++this.#request;
    const connection = told.connection ?? ++this.#connection;
    const body = told.body ?? this.payload("order-42", operation);
    const { reference } = operation.request;
    const key = told.key ?? null;
    this.append({
      ...anyRequest,
      request,
      connection,
      onConnection: told.onConnection ?? 1,
      operation: operation.name,
      role: "write",
      method: operation.request.method,
      path: operation.request.path,
      parameters: operation.request.example.path,
      body,
      bodyHash: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
      account: told.account ?? "acct_1",
      key,
      reference: reference === null ? null : textAt(body, reference),
    });
    const as = told.as ?? (key === null ? "keyless" : "first");
    this.append({ kind: "request-admitted", request, as, original: null });
    const commits = told.commits ?? (as === "first" || as === "keyless" ? `eff_${this.#effects + 1}` : false);
    const effect = commits === false ? null : this.effect(commits, body, operation);
    if (effect !== null) this.append({ kind: "effect-committed", request, effect });
    this.#open.set(request, { ...told, request, effect });
    if (told.open !== true) this.finish(request);
    return request;
  }

  /** The answer to a write that was left open. */
  finish(request: number): this {
    const told = this.#open.get(request);
    if (told === undefined) throw new Error(`request ${request} is not open`);
    this.#open.delete(request);
    const operation = this.#operationNamed(told.operation);
    const answer = told.answer ?? "success";
    if (answer === "lost") {
      this.append({ kind: "request-abandoned", request, phase: "answered" });
      return this;
    }
    const effect = told.effect ?? this.#lastEffect(operation);
    const success = this.successOf(operation, effect);
    const { status, body, headers } =
      typeof answer === "string" ? success : { body: null, headers: {}, ...answer };
    this.append({
      ...anyAnswer,
      request,
      status,
      headers: headers ?? {},
      body: body ?? null,
      by:
        told.by ??
        (told.as === "replay" ? "replay" : typeof answer === "string" ? "contract" : "declared-error"),
      name: told.name ?? null,
      complete: answer !== "cut",
    });
    return this;
  }

  /** A lookup and what it shows: ids of effects. */
  look(
    shows: readonly Effect[],
    more: {
      lookup?: number;
      lastPage?: boolean;
      page?: string;
      status?: number;
      body?: JsonObject;
      of?: string;
    } = {},
  ): this {
    const index =
      more.lookup ??
      Math.max(
        0,
        this.operation.lookups.findIndex(({ by }) => by !== "id"),
      );
    const lookup = this.operation.lookups[index];
    if (lookup === undefined) throw new Error("the operation has no lookup");
    const request = ++this.#request;
    const query = Object.fromEntries(
      Object.entries(lookup.request.query).map(([name, value]) => [
        name,
        value.replace("{{reference}}", more.of ?? "order-42"),
      ]),
    );
    if (more.page !== undefined && lookup.pages !== null) query[lookup.pages.parameter] = more.page;
    this.append({
      ...anyRequest,
      request,
      connection: ++this.#connection,
      operation: this.operation.name,
      role: "lookup",
      lookup: index,
      path: lookup.request.path,
      query,
    });
    this.append({
      ...anyAnswer,
      request,
      status: more.status ?? 200,
      body: { items: shows.map((effect) => effect.representation), ...more.body },
      found: {
        effects: shows.map(({ id }) => id),
        lagging: [],
        lastPage: more.lastPage ?? true,
        incomplete: false,
      },
    });
    return this;
  }

  /** A question about an acknowledged write. */
  poll(ticket: string, body: JsonObject): this {
    const request = ++this.#request;
    this.append({
      ...anyRequest,
      request,
      connection: ++this.#connection,
      operation: this.operation.name,
      role: "poll",
      path: `/jobs/${ticket}`,
      parameters: { ticket },
    });
    this.append({ ...anyAnswer, request, body });
    return this;
  }

  /** An effect that only looks similar. */
  plant(effect: Effect): Effect {
    const planted = { ...effect, planted: true };
    this.append({ kind: "effect-committed", request: null, effect: planted });
    return planted;
  }

  effect(id: string, content: Json = this.payload("order-42"), operation = this.operation): Effect {
    this.#effects += 1;
    const { reference } = operation.request;
    return {
      id,
      operation: operation.name,
      account: "acct_1",
      content,
      parameters: operation.request.example.path,
      reference: reference === null ? null : textAt(content, reference),
      names: [id],
      representation: { id },
      planted: false,
    };
  }

  payload(businessKey: string, operation = this.operation): Json {
    return fillTemplate(operation.request.example.body, () => businessKey) ?? null;
  }

  /** The success of the contract for an effect. */
  successOf(
    operation: Operation,
    effect: Effect | null,
  ): { status: number; body: Json; headers: Record<string, string> } {
    const values: Record<string, Json> = {
      "effect.id": effect?.id ?? "none",
      ticket: `job_${effect?.id ?? "1"}`,
    };
    const fill = (template: Json): Json => fillTemplate(template, (name) => values[name]) ?? null;
    return {
      status: operation.answer.status,
      body: operation.answer.body === undefined ? null : fill(operation.answer.body),
      headers: fill(operation.answer.headers) as Record<string, string>,
    };
  }

  /** The `seq` of the last entry. */
  get last(): number {
    return this.#entries.length;
  }

  /** All of it so far, as of a scenario that was played to its end. */
  history(): History {
    const end: Entry = { seq: this.last + 1, at: this.#at + 1, wall: this.#wall + 1, kind: "ended" };
    return {
      version: 1,
      contract: { file: this.contract.file, source: this.contract.source },
      connector: "told",
      operation: this.operation.name,
      scenario: this.#options.scenario,
      seed: 1,
      timing: { ...timing, ...this.#options.timing },
      patienceMs: 10_000,
      capabilities: this.#options.capabilities,
      steps: this.#steps,
      unplayable: null,
      entries: [...this.#entries, end],
    };
  }

  #ask(
    process: number,
    businessKey: string | null,
    command: string,
    ask: Extract<RunnerEntry, { kind: "asked" }>["ask"],
  ): this {
    const id = ++this.#id;
    this.#asked.set(process, { id, businessKey, command });
    this.append({ kind: "asked", process, id, ask });
    return this;
  }

  #operationNamed(name: string | undefined): Operation {
    return this.contract.operations.find((operation) => operation.name === name) ?? this.operation;
  }

  #lastEffect(operation: Operation): Effect | null {
    const made = this.#entries.findLast(
      (entry) => entry.kind === "effect-committed" && entry.effect.operation === operation.name,
    );
    return made?.kind === "effect-committed" ? made.effect : null;
  }
}

function textAt(value: Json, pointer: string): string {
  const found = getAt(value, pointer);
  return typeof found === "string" ? found : "";
}
