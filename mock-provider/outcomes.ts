import type { Outcome } from "../src/contract/model.js";
import type { Effect } from "../src/core/history.js";
import type { Json } from "../src/core/json.js";
import type { Journal } from "../src/core/journal.js";
import { compilePointer, setAt } from "../src/core/pointer.js";
import { compileTemplate } from "../src/core/template.js";
import { makeAnswer, type Answer } from "./answers.js";
import { BoundedMap } from "./bounded-map.js";
import type { Clock } from "./clock.js";
import { named, type StoredEffect } from "./effect-store.js";
import { resolveIn, type Scope } from "./names.js";

/** How an intention ended, for whoever tells the client. */
export interface Settled {
  ticket: string;
  outcome: Outcome;
  effect: Effect;
  as: "succeeded" | "failed";
}

/** One acknowledged intention. */
interface Ticket {
  ticket: string;
  outcome: Outcome;
  stored: StoredEffect;
  state: "pending" | "succeeded" | "failed";
  /** Its outcome will come. */
  isEnding: boolean;
  acceptedAt: number;
  takesMs: number;
}

/** What was acknowledged and how it ends. The effect exists from the commit on; a failure removes it. */
export class Outcomes {
  readonly #tickets: BoundedMap<string, Ticket>;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #remove: (stored: StoredEffect) => void;
  readonly #tell: (settled: Settled) => void;

  constructor(
    keep: number,
    world: {
      clock: Clock;
      journal: Journal;
      remove(stored: StoredEffect): void;
      tell(settled: Settled): void;
    },
  ) {
    this.#tickets = new BoundedMap(keep, () => {});
    this.#clock = world.clock;
    this.#journal = world.journal;
    this.#remove = (stored) => world.remove(stored);
    this.#tell = (settled) => world.tell(settled);
  }

  /** Accepts an intention; `end` settles it when its time has come. */
  accept(ticket: string, stored: StoredEffect, outcome: Outcome, takesMs: number): Ticket {
    const acceptedAt = this.#clock.now();
    const accepted: Ticket = {
      ticket,
      outcome,
      stored,
      state: "pending",
      isEnding: false,
      acceptedAt,
      takesMs,
    };
    this.#tickets.set(nameOf(stored.effect.operation, stored.effect.account, ticket), accepted);
    return accepted;
  }

  /** Decides how an intention ends: `expected` is a success when its time has come, `succeeded` one at once. */
  end(accepted: Ticket, as: "expected" | "succeeded" | "failed" | "never"): void {
    if (as === "never") return;
    if (as === "succeeded") return this.#settle(accepted, as);
    accepted.isEnding = true;
    const outcome = as === "expected" ? "succeeded" : "failed";
    this.#clock.at(accepted.acceptedAt + accepted.takesMs, () => this.#settle(accepted, outcome));
  }

  /** The answer to a poll; null when there is no such ticket. */
  poll(operation: string, account: string, ticket: string, scope: Scope): Answer | null {
    const accepted = this.#tickets.get(nameOf(operation, account, ticket));
    if (accepted === undefined) return null;
    const { outcome, state, stored } = accepted;
    const word = this.#word(accepted);
    const isDone = state === "succeeded";
    const own: Scope = {
      ...scope,
      ...(isDone ? { effect: named(stored) } : {}),
      more: { ticket, state: word, representation: isDone ? stored.effect.representation : undefined },
    };
    let body: Json = outcome.body === undefined ? {} : (compileTemplate(outcome.body)(resolveIn(own)) ?? {});
    body = withDefault(body, outcome.at, word);
    if (isDone && outcome.receipt !== null) body = withDefault(body, outcome.receipt, stored.id);
    if (state === "failed" && outcome.failure !== undefined) {
      const { at, is } = outcome.failure;
      body = withDefault(body, at, compileTemplate(is)(resolveIn(own)) ?? true);
    }
    return makeAnswer(200, [], body);
  }

  clear(): void {
    this.#tickets.clear();
  }

  /** The provider's word for the state; while it is pending, the words in their order as time goes by. */
  #word({ outcome, state, isEnding, acceptedAt, takesMs }: Ticket): Json {
    // Where failures share the state of successes, there is no word for them alone.
    if (state !== "pending") return outcome[state][0] ?? outcome.succeeded[0] ?? state;
    const part = takesMs === 0 || !isEnding ? 0 : Math.max(0, this.#clock.now() - acceptedAt) / takesMs;
    const index = Math.min(outcome.pending.length - 1, Math.floor(part * outcome.pending.length));
    return outcome.pending[index] ?? "pending";
  }

  #settle(accepted: Ticket, as: "succeeded" | "failed"): void {
    const { stored, ticket, outcome } = accepted;
    // Whatever was removed meanwhile stays removed.
    if (!stored.isLive) return;
    accepted.state = as;
    if (as === "failed") this.#remove(stored);
    const effect = as === "succeeded" ? stored.effect.id : null;
    this.#journal.append({ kind: "outcome-settled", ticket, effect, outcome: as });
    this.#tell({ ticket, outcome, effect: stored.effect, as });
  }
}

function withDefault(body: Json, pointer: string, value: Json): Json {
  return compilePointer(pointer)(body) === undefined ? setAt(body, pointer, value) : body;
}

function nameOf(operation: string, account: string, ticket: string): string {
  return `${operation}\0${account}\0${ticket}`;
}
