import type { ProviderEntry } from "../src/core/history.js";
import type { JsonObject } from "../src/core/json.js";
import type { Journal } from "../src/core/journal.js";
import type { Phase } from "../src/core/phase.js";
import type { RequestMatch } from "../src/core/scenario.js";
import type { Connection } from "./connection.js";
import type { Exchange } from "./exchange.js";
import type { Fault, Scene } from "./fault.js";
import { Interventions, type Intervention } from "./interventions.js";
import type { Armed, Hold } from "./provider.js";
import { Stage, type Surroundings } from "./scene.js";

/** What to do after a phase. */
export type Direction = "go-on" | "stop";

interface ArmedFault {
  id: number;
  fault: Fault;
  options: JsonObject;
  fired: number;
  /** What ends with it, e.g. the refusal of connections. */
  whenDisarmed: (() => void)[];
}

interface HeldBy {
  reached(request: number): void;
  released: Promise<void>;
}

/** Those who change the play: faults and holds, at each phase of each request and connection. */
export class Stagehands {
  readonly #faults = new Interventions<ArmedFault>();
  readonly #holds = new Interventions<HeldBy>();
  readonly #releases = new Set<() => void>();
  readonly #armed = new Set<() => void>();
  readonly #journal: Journal;
  readonly #surroundings: Surroundings;
  #nextId = 1;

  constructor(journal: Journal, surroundings: Surroundings) {
    this.#journal = journal;
    this.#surroundings = surroundings;
  }

  /** Nobody waits for anything: the fast path. */
  get isQuiet(): boolean {
    return this.#faults.isQuiet && this.#holds.isQuiet;
  }

  arm(fault: Fault, at: Phase, on: RequestMatch, options: JsonObject, times: number): Armed {
    const what: ArmedFault = { id: this.#nextId++, fault, options, fired: 0, whenDisarmed: [] };
    const waiting = this.#faults.set(what, at, on, times);
    this.#record({ kind: "fault-armed", fault: fault.id, armed: what.id, options, phase: at });
    let isArmed = true;
    const disarm = (): void => {
      if (!isArmed) return;
      isArmed = false;
      this.#armed.delete(disarm);
      this.#faults.end(waiting);
      for (const end of what.whenDisarmed.splice(0)) end();
      this.#record({ kind: "fault-disarmed", fault: fault.id, armed: what.id });
    };
    this.#armed.add(disarm);
    if (fault.firesWhenArmed === true) {
      waiting.taken = times;
      this.#faults.end(waiting);
      this.#fired(what, at, null, null);
      const stage = new Stage(at, null, null, this.#surroundings);
      this.#fire(what, stage).catch((error: unknown) => this.#surroundings.onBug(error));
    }
    return { id: what.id, fired: () => what.fired, disarm };
  }

  hold(on: RequestMatch, at: Phase): Hold {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reach: (request: number | null) => void = () => {};
    const reached = new Promise<number | null>((resolve) => {
      reach = resolve;
    });
    const waiting = this.#holds.set({ reached: reach, released }, at, on, 1);
    const letGo = (): void => {
      this.#holds.end(waiting);
      this.#releases.delete(letGo);
      reach(null);
      release();
    };
    this.#releases.add(letGo);
    return { reached, release: letGo };
  }

  /** Counts a request that was just read. */
  see(exchange: Exchange): void {
    this.#faults.see(exchange);
    this.#holds.see(exchange);
  }

  /** A connection was made and nothing is read from it yet. */
  async meetConnection(connection: Connection): Promise<Direction> {
    this.#faults.seeConnection(connection);
    this.#holds.seeConnection(connection);
    for (const { what } of this.#holds.take(connection, "connect")) {
      // No request exists yet; 0 is the number of none.
      what.reached(0);
      await what.released;
    }
    return this.#meet(new Stage("connect", connection, null, this.#surroundings), connection);
  }

  /** A request comes to a phase. Says whether it goes on from there, when it does. */
  async meet(exchange: Exchange, phase: Phase): Promise<Direction> {
    const { epoch } = exchange;
    await this.holdAt(exchange, phase);
    if (epoch !== this.#surroundings.epoch()) return "stop";
    const stage = new Stage(phase, exchange.connection, exchange, this.#surroundings);
    const direction = await this.#meet(stage, exchange);
    return epoch === this.#surroundings.epoch() ? direction : "stop";
  }

  /** The answer is about to be written; holds at this phase come after it. */
  meetAnswer(exchange: Exchange): Promise<Direction> {
    return this.#meet(new Stage("answered", exchange.connection, exchange, this.#surroundings), exchange);
  }

  /** Holds a request at a phase if somebody asked for it. */
  async holdAt(exchange: Exchange, phase: Phase): Promise<void> {
    for (const { what } of this.#holds.take(exchange, phase)) {
      this.#record({ kind: "request-held", request: exchange.id, phase });
      what.reached(exchange.id);
      await what.released;
      this.#record({ kind: "request-released", request: exchange.id, phase });
    }
  }

  /** Disarms all faults and releases all that is held. */
  clear(): void {
    for (const disarm of this.#armed) disarm();
    for (const release of this.#releases) release();
    this.#faults.clear();
    this.#holds.clear();
  }

  async #meet(stage: Stage, met: Exchange | Connection): Promise<Direction> {
    const taken: Intervention<ArmedFault>[] = this.#faults.take(met, stage.phase);
    for (const { what } of taken) this.#fired(what, stage.phase, stage.exchange, stage.connection);
    for (const { what } of taken) await this.#fire(what, stage);
    return taken.length === 0 ? "go-on" : stage.direction();
  }

  #fired(what: ArmedFault, phase: Phase, exchange: Exchange | null, connection: Connection | null): void {
    what.fired += 1;
    this.#record({
      kind: "fault-fired",
      fault: what.fault.id,
      armed: what.id,
      request: exchange?.id ?? null,
      connection: connection?.id ?? null,
      phase,
    });
  }

  async #fire({ fault, options, whenDisarmed }: ArmedFault, stage: Stage): Promise<void> {
    const scene: Scene = stage.sceneFor(whenDisarmed);
    await fault.fire(scene, options);
  }

  #record(entry: ProviderEntry): void {
    this.#journal.append(entry);
  }
}
