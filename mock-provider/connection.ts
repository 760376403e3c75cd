import type { Socket } from "node:net";
import type { Phase } from "../src/core/phase.js";

/** How a connection ended, or is about to. */
export type Ending = "fin" | "rst";

/** What a connection does to the requests that are open on it when it ends. */
export interface OpenRequest {
  readonly phase: Phase;
  /** The phase in which the client closed the connection; null while it is there. */
  goneIn: Phase | null;
  /** The provider cut the connection. */
  isCut: boolean;
  /** What to do when the connection is over. */
  whenOver: (() => void)[];
}

/** One TCP connection to the provider's port. */
export class Connection {
  readonly id: number;
  readonly socket: Socket;
  /** Requests read on it so far. */
  requests = 0;
  /** Requests not yet answered. */
  readonly open = new Set<OpenRequest>();
  readonly #whenOver: (() => void)[] = [];
  #cut: Ending | null = null;
  #clientEnded: Ending | null = null;
  #isOver = false;

  constructor(id: number, socket: Socket, onOver: (by: "connector" | "provider", how: Ending) => void) {
    this.id = id;
    this.socket = socket;
    socket.once("end", () => {
      this.#clientEnded ??= "fin";
    });
    socket.on("error", () => {
      this.#clientEnded ??= "rst";
    });
    socket.once("close", () => {
      this.#isOver = true;
      for (const exchange of this.open) {
        if (this.#cut === null) exchange.goneIn = exchange.phase;
        else exchange.isCut = true;
      }
      if (this.#cut !== null) onOver("provider", this.#cut);
      else if (this.#clientEnded !== null) onOver("connector", this.#clientEnded);
      else onOver("provider", "fin");
      for (const exchange of this.open) for (const then of exchange.whenOver.splice(0)) then();
      for (const then of this.#whenOver.splice(0)) then();
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** FIN after what was written, and nothing more is read: a half-closed connection would still run a request that comes later. */
  close(): void {
    this.#end("fin");
    this.socket.destroy();
  }

  /** RST at once; what was written but not yet handed to the system is lost. */
  reset(): void {
    this.#end("rst");
    this.socket.resetAndDestroy();
  }

  /** Reads and drops whatever comes, so that the client's leaving is seen. */
  drain(): void {
    this.socket.once("end", () => this.socket.destroy());
    this.socket.resume();
  }

  /** Resolves when it is closed, by whomever. */
  over(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenOver.push(resolve);
    });
  }

  #end(how: Ending): void {
    // Whoever ended it first did.
    if (this.#clientEnded === null) this.#cut ??= how;
    for (const exchange of this.open) if (exchange.goneIn === null) exchange.isCut = true;
  }
}
