import type { AnswerTemplate } from "../src/contract/model.js";
import { only, type Entry, type EntryOf } from "../src/core/history.js";
import type { Journal } from "../src/core/journal.js";
import type { Phase } from "../src/core/phase.js";
import type { Answer } from "./answers.js";
import type { Clock } from "./clock.js";
import type { Connection } from "./connection.js";
import type { Exchange } from "./exchange.js";
import type { JournalTest, Scene } from "./fault.js";

/** What a scene reaches beyond its request. */
export interface Surroundings {
  clock: Clock;
  journal: Journal;
  epoch(): number;
  onBug(error: unknown): void;
  fill(template: AnswerTemplate, exchange: Exchange, by: "provider" | "gateway", name: string | null): Answer;
  refuseConnections(): () => void;
}

/** One request (or connection) at one phase, with what the faults that met it want done. */
export class Stage {
  readonly phase: Phase;
  readonly connection: Connection | null;
  readonly exchange: Exchange | null;
  readonly #around: Surroundings;
  #isStopped = false;
  #later: Promise<void> | null = null;

  constructor(
    phase: Phase,
    connection: Connection | null,
    exchange: Exchange | null,
    surroundings: Surroundings,
  ) {
    this.phase = phase;
    this.connection = connection;
    this.exchange = exchange;
    this.#around = surroundings;
  }

  /** Resolves when the request goes on, or at once with `stop` when it never does. */
  async direction(): Promise<"go-on" | "stop"> {
    if (this.#later !== null) {
      await this.#later;
      return "go-on";
    }
    return this.#isStopped ? "stop" : "go-on";
  }

  sceneFor(whenDisarmed: (() => void)[]): Scene {
    const { phase, connection, exchange } = this;
    const { clock, journal } = this.#around;
    const stop = (): void => {
      this.#isStopped = true;
    };
    return {
      phase,
      url: exchange?.ctx.url ?? "",
      reset: () => {
        stop();
        connection?.reset();
      },
      close: () => {
        stop();
        connection?.close();
      },
      stall: () => {
        stop();
        if (exchange !== null) exchange.isMuted = true;
        else connection?.drain();
      },
      answer: (template, by, error) => {
        if (exchange === null) return;
        const name = error ?? null;
        exchange.replacement = { answer: this.#around.fill(template, exchange, by, name), by, name };
      },
      goOnLater: (when) => {
        if (exchange !== null) exchange.isMuted = true;
        this.#later = when;
      },
      wire: (plan) => {
        if (exchange !== null) exchange.wire = plan;
      },
      refuseConnections: () => {
        whenDisarmed.push(this.#around.refuseConnections());
      },
      leaveOutMatches: () => {
        if (exchange !== null) exchange.leaveOutMatches = true;
      },
      decideOutcome: (outcome) => {
        if (exchange !== null) exchange.outcome = outcome;
      },
      clientGone: () => connection?.over() ?? Promise.resolve(),
      clockPasses: (ms) =>
        new Promise((resolve) => {
          clock.at(clock.now() + ms, resolve);
        }),
      journalShows: (test) => shows(journal, test, exchange?.target?.operation.is.name ?? null),
    };
  }
}

function shows(journal: Journal, test: JournalTest, operation: string | null): Promise<void> {
  let left = test.nth ?? 1;
  return new Promise((resolve) => {
    const stop = journal.listen((entry) => {
      if (!fits(entry, test, operation, journal) || (left -= 1) > 0) return;
      stop();
      resolve();
    });
  });
}

function fits(entry: Entry, test: JournalTest, operation: string | null, journal: Journal): boolean {
  if (entry.kind !== test.kind) return false;
  if (test.role === undefined && test.sameOperation !== true) return true;
  const about = "request" in entry ? receiptOf(journal, entry.request) : undefined;
  if (test.role !== undefined && about?.role !== test.role) return false;
  if (test.sameOperation !== true) return true;
  return (entry.kind === "effect-committed" ? entry.effect.operation : about?.operation) === operation;
}

/** What is known of a request from the moment it was read. */
function receiptOf(journal: Journal, request: number | null): EntryOf<"request-received"> | undefined {
  return only(journal.entries(), "request-received").findLast((entry) => entry.request === request);
}
