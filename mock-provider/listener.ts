import type { Server as HttpServer } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { KitError } from "../src/core/errors.js";

const host = "127.0.0.1";

// Below the range from which systems take ports for outgoing connections (32768 and up on Linux, 49152 elsewhere), so that
// a port that refuses connections for a while is still free afterwards.
const lowestPort = 20_000;
const highestPort = 32_000;
const attempts = 200;

/**
 * The provider's port. It stands before the HTTP server, so that connections can be met before anything is read from them
 * and the port can be closed and opened again.
 */
export class Listener {
  readonly #onSocket: (socket: Socket) => void;
  #server: Server;
  #port = 0;
  #isClosed = false;
  #refusals = 0;

  constructor(onSocket: (socket: Socket) => void) {
    this.#onSocket = onSocket;
    this.#server = this.#makeServer();
  }

  get port(): number {
    return this.#port;
  }

  get baseUrl(): string {
    return `http://${host}:${this.#port}`;
  }

  get isRefusing(): boolean {
    return this.#refusals > 0;
  }

  /** Listens on the port; on a free one with 0. Throws KitError("port") when it is taken. */
  async open(port: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const tried = port === 0 ? lowestPort + Math.floor(Math.random() * (highestPort - lowestPort)) : port;
      const error = await listen(this.#server, tried);
      if (error === null) break;
      if (error.code !== "EADDRINUSE" || port !== 0 || attempt === attempts) {
        throw new KitError("port", `Cannot listen on port ${tried}: ${error.message}. Choose another port.`, {
          cause: error,
        });
      }
    }
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** From now on connections are refused; as often as this was called, `accept` must be called. Existing ones stay. */
  refuse(): void {
    this.#refusals += 1;
    this.#server.close();
  }

  /** Accepts connections again, on the same port. */
  accept(): void {
    this.#refusals -= 1;
    if (this.#isShut) return;
    this.#server = this.#makeServer();
    this.#reopen(this.#server, attempts);
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
  }

  get #isShut(): boolean {
    return this.#isClosed || this.isRefusing;
  }

  #reopen(server: Server, left: number): void {
    void listen(server, this.#port).then((error) => {
      // Listening takes a turn, in which it may have been refused again.
      if (this.#isShut || server !== this.#server) server.close();
      else if (error !== null && left > 0) setTimeout(() => this.#reopen(server, left - 1), 20);
    });
  }

  #makeServer(): Server {
    // The options of an HTTP server's own listener.
    return createServer({ allowHalfOpen: true, noDelay: true }, this.#onSocket);
  }
}

/** Hands a socket to an HTTP server that does not listen itself. */
export function serveHttp(server: HttpServer, socket: Socket): void {
  server.emit("connection", socket);
}

function listen(server: Server, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve(error);
    server.once("error", failed);
    server.listen({ port, host }, () => {
      server.off("error", failed);
      resolve(null);
    });
  });
}
