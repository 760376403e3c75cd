import type { AnswerTemplate } from "../src/contract/model.js";
import type { JsonObject } from "../src/core/json.js";
import type { Phase } from "../src/core/phase.js";
import type { TSchema } from "../src/core/schema.js";

/**
 * One injected misbehaviour. A file in `faults/` default-exports one; its `id` is the file name. It is chosen and matched
 * by the kit; the fault only says what the provider does once it has met its request (or its connection).
 */
export interface Fault {
  id: string;
  /** One sentence for people: what the provider does. */
  summary: string;
  /** Phases at which it can be armed. */
  phases: readonly Phase[];
  /** What the requests it can meet are for; default: any. The first is the default of an arming that names none. */
  roles?: readonly ("write" | "lookup" | "poll" | "token")[];
  /** The schema of its options. */
  options: TSchema;
  /** Option values that show what it can do; each is tried by the laws in test/every. */
  samples: readonly JsonObject[];
  /** It fires once, when it is armed, instead of waiting to meet something; it lasts until it is disarmed. */
  firesWhenArmed?: true;
  fire(scene: Scene, options: JsonObject): void | Promise<void>;
}

/** What a fault can do to the request or connection it met. Everything it does is journalled by the provider. */
export interface Scene {
  phase: Phase;
  /** The request target as it was sent, path and query; empty at `connect`. */
  url: string;
  /** RST on the connection, at once; nothing of the answer is sent. The request is not processed any further. */
  reset(): void;
  /** FIN on the connection without an answer. Not processed any further. */
  close(): void;
  /** Keep the connection open and never answer. Not processed any further; ends when the client leaves or the provider closes. */
  stall(): void;
  /**
   * Answer with this instead. `provider`: the provider itself says so, hence the idempotency layer may remember it;
   * `gateway`: something in between does, and the provider knows nothing of it.
   */
  answer(template: AnswerTemplate, by: "provider" | "gateway", name?: string): void;
  /**
   * The client gets no answer now, while the provider goes on with the request when `when` resolves (late commit). A
   * `close()` or `reset()` after it cuts the connection only.
   */
  goOnLater(when: Promise<void>): void;
  /** Change how the answer travels; only before the answer is written (any phase). */
  wire(plan: (answer: WireAnswer) => WirePlan): void;
  /** Stop accepting connections: they are refused until the returned function is called or the fault is disarmed. */
  refuseConnections(): void;
  /** For lookups: answer without the matches, and with the contract's own mark that the answer is incomplete. */
  leaveOutMatches(): void;
  /** For acknowledgements: what the outcome of this request's effect will be, instead of `succeeded` after the declared time. */
  decideOutcome(outcome: "succeeded" | "failed" | "never"): void;
  /** Resolves when the client has closed the connection. */
  clientGone(): Promise<void>;
  /** Resolves when the clock has reached now + ms. */
  clockPasses(ms: number): Promise<void>;
  /** Resolves when a journal entry (from now on) fits. */
  journalShows(test: JournalTest): Promise<void>;
}

/** A journal moment a fault may wait for. */
export interface JournalTest {
  kind: string;
  role?: string;
  /** Of the operation whose request the fault met. */
  sameOperation?: boolean;
  /** The how-manieth such entry from now on; default 1. */
  nth?: number;
}

/** The answer as it would be written. */
export interface WireAnswer {
  status: number;
  /** In wire order, names as sent; contains Content-Length or Transfer-Encoding. */
  headers: [string, string][];
  body: Buffer;
}

/** What is written instead, byte for byte. */
export interface WirePlan {
  chunks: { bytes: Buffer; afterMs?: number }[];
  end: "keep" | "fin" | "rst";
}
