import type { Phase } from "../src/core/phase.js";
import type { RequestMatch } from "../src/core/scenario.js";
import type { Exchange } from "./exchange.js";
import { asksForFurtherPage } from "./pages.js";

/** Something that waits for a request (or a connection) at a phase: an armed fault, or a hold. */
export interface Intervention<T> {
  what: T;
  at: Phase;
  on: RequestMatch;
  times: number;
  taken: number;
  /** Matching requests (or connections) seen since it was set. */
  seen: number;
  /** Which of them each request was. */
  ordinals: WeakMap<object, number>;
  isOver: boolean;
}

/** What is set to meet requests and connections, in the order of setting. Taking is synchronous, hence exact. */
export class Interventions<T> {
  readonly #waiting = new Set<Intervention<T>>();

  /** Nothing waits for anything. */
  get isQuiet(): boolean {
    return this.#waiting.size === 0;
  }

  set(what: T, at: Phase, on: RequestMatch, times: number): Intervention<T> {
    const intervention = { what, at, on, times, taken: 0, seen: 0, ordinals: new WeakMap(), isOver: false };
    this.#waiting.add(intervention);
    return intervention;
  }

  end(intervention: Intervention<T>): void {
    intervention.isOver = true;
    this.#waiting.delete(intervention);
  }

  /** Counts a request that was just read; one read before the setting is none of those counted. */
  see(exchange: Exchange): void {
    for (const waiting of this.#waiting) {
      if (waiting.at !== "connect" && fits(waiting.on, exchange)) {
        waiting.ordinals.set(exchange, (waiting.seen += 1));
      }
    }
  }

  /** Counts a connection that was just made. */
  seeConnection(connection: object): void {
    for (const waiting of this.#waiting) {
      if (waiting.at === "connect") waiting.ordinals.set(connection, (waiting.seen += 1));
    }
  }

  /** Takes all that meet this request (or connection) at this phase. */
  take(met: object, phase: Phase): Intervention<T>[] {
    const taken: Intervention<T>[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.at !== phase || waiting.taken >= waiting.times) continue;
      const ordinal = waiting.ordinals.get(met);
      if (ordinal === undefined || !isTurn(waiting, ordinal)) continue;
      waiting.taken += 1;
      taken.push(waiting);
      if (waiting.taken >= waiting.times) this.#waiting.delete(waiting);
    }
    return taken;
  }

  clear(): Intervention<T>[] {
    const all = [...this.#waiting];
    for (const waiting of all) waiting.isOver = true;
    this.#waiting.clear();
    return all;
  }
}

/** Without `nth` the first that comes to the phase; with it exactly that one, and those after it while `times` lasts. */
function isTurn({ on, times }: Intervention<unknown>, ordinal: number): boolean {
  if (on.nth === undefined || on.nth === "every") return true;
  return ordinal >= on.nth && ordinal < on.nth + times;
}

function fits(on: RequestMatch, exchange: Exchange): boolean {
  const role = on.role ?? "write";
  return (
    (role === "any" || exchange.role === role) &&
    // A token is of no operation.
    (on.operation === undefined || role === "token" || exchange.target?.operation.is.name === on.operation) &&
    (on.key === undefined || exchange.key === on.key) &&
    (on.businessKey === undefined || carries(exchange, on.businessKey)) &&
    (on.reusedConnection === undefined || exchange.onConnection > 1 === on.reusedConnection) &&
    (on.furtherPage === undefined || isFurtherPage(exchange) === on.furtherPage)
  );
}

function isFurtherPage(exchange: Exchange): boolean {
  const pages = exchange.target?.lookup?.is.pages ?? null;
  return pages !== null && asksForFurtherPage(pages, exchange);
}

/** The business key travels in the reference or the key, as it is or inside a text; `order-4` is not in `order-42`. */
function carries({ reference, key }: Exchange, businessKey: string): boolean {
  return [reference, key].some((text) => {
    if (text === null) return false;
    const parts = text.split(businessKey);
    return parts.some(
      (after, index) =>
        index > 0 && !/[A-Za-z0-9]$/.test(parts[index - 1] ?? "") && !/^[A-Za-z0-9]/.test(after),
    );
  });
}
