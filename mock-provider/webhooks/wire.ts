import { request as overHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as overHttps } from "node:https";
import type { Socket } from "node:net";
import type { DeliveryEnd, LossOf, WireForm } from "../../src/core/delivery.js";
import { cutUp } from "./pieces.js";
import type { Message } from "./variant.js";

/** The longest answer that is read, bytes: beyond it the provider hangs up. */
const longestAnswer = 1 << 20;

/** How long the sending itself may take beside the wait for the answer, ms. */
const longestSendMs = 10_000;

/** Long enough for a busy receiver to read what has come, ms. */
const betweenWritesMs = 40;

/** A delivery on a connection of its own. */
export interface Flight {
  /** Resolves when everything but the last byte is with the system (or the connection is over). */
  ready: Promise<void>;
  /** Lets the last byte go. */
  release(): void;
  end: Promise<DeliveryEnd>;
  /** Ends it at once, as `left`. */
  abort(): void;
}

/** Told once, before the end: whether the whole request is with the system. */
type WhenSent = (isWhole: boolean) => void;

/** Opens a connection and sends all of a delivery but its last byte. */
export function takeOff(message: Message, form: WireForm, waitMs: number, whenSent: WhenSent): Flight {
  const { body } = message;
  const isSecure = message.url.startsWith("https:");
  const request = (isSecure ? overHttps : overHttp)(message.url, {
    method: message.method,
    agent: false,
    headers: headersOf(message, form),
    // Answers of receivers are theirs to make; a long header is no reason to lose one.
    maxHeaderSize: 64 * 1024,
  });
  const flight = new Watch(request, form, waitMs, whenSent);
  request.setNoDelay(true);
  const pieces = cutUp(body, form);
  const last = pieces.pop();
  const ready = new Promise<void>((resolve) => {
    request.once("close", resolve);
    request.once("socket", (socket) => {
      flight.follow(socket);
      const start = (): void => {
        if (pieces.length === 0 && last === undefined) return resolve();
        request.flushHeaders();
        void writeAll(request, pieces, form.writes === undefined ? 0 : betweenWritesMs).then(resolve);
      };
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", start);
      else start();
    });
  });
  return {
    ready,
    release: () => {
      request.end(last, () => flight.sent(true));
    },
    end: flight.end,
    abort: () => flight.lose("left"),
  };
}

/** Each piece in a write of its own; the next one when the one before is with the system. */
async function writeAll(request: ClientRequest, pieces: readonly Buffer[], pauseMs: number): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => {
      request.write(piece, () => resolve());
    });
    // Between two of them the receiver has a turn, or the system would hand them over as one.
    await new Promise<void>((resolve) => {
      if (pauseMs === 0) setImmediate(resolve);
      else setTimeout(resolve, pauseMs);
    });
    if (request.destroyed) return;
  }
}

function headersOf({ url, headers, body }: Message, form: WireForm): string[] {
  const all: [string, string][] = [
    ["Host", new URL(url).host],
    ...headers,
    form.chunkBytes === undefined
      ? ["Content-Length", String(body.length)]
      : ["Transfer-Encoding", "chunked"],
    ["Connection", "close"],
  ];
  const spell = (name: string): string =>
    form.headerNames === "lower"
      ? name.toLowerCase()
      : form.headerNames === "upper"
        ? name.toUpperCase()
        : name;
  return all.flatMap(([name, value]) => [spell(name), value]);
}

/** Sees one delivery to its end. */
class Watch {
  readonly end: Promise<DeliveryEnd>;
  readonly #request: ClientRequest;
  readonly #form: WireForm;
  readonly #whenSent: WhenSent;
  readonly #waitMs: number;
  #deadline: NodeJS.Timeout;
  #settle: (end: DeliveryEnd) => void = () => {};
  #isSent = false;
  #isOver = false;
  #sentAt = performance.now();

  constructor(request: ClientRequest, form: WireForm, waitMs: number, whenSent: WhenSent) {
    this.#request = request;
    this.#form = form;
    this.#whenSent = whenSent;
    this.end = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#waitMs = waitMs;
    this.#deadline = setTimeout(() => this.lose("late"), waitMs + longestSendMs);
    request.on("error", (error: NodeJS.ErrnoException) => this.lose(lossOf(error)));
    request.on("response", (response) => this.#hear(response));
    request.on("close", () => this.lose("closed"));
  }

  follow(socket: Socket): void {
    if (this.#form.readsAfterMs !== undefined) socket.once("connect", () => socket.pause());
  }

  sent(isWhole: boolean): void {
    if (this.#isSent) return;
    this.#isSent = true;
    this.#sentAt = performance.now();
    this.#whenSent(isWhole);
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.lose("late"), this.#waitMs);
    const { readsAfterMs } = this.#form;
    if (readsAfterMs !== undefined) setTimeout(() => this.#request.socket?.resume(), readsAfterMs);
    if (isWhole && this.#form.leaves?.when === "sent") this.lose("left");
  }

  lose(how: LossOf): void {
    if (this.#isOver) return;
    this.#finish({ is: "lost", how, tookMs: this.#tookMs() });
    const { socket } = this.#request;
    if (how === "left" && this.#form.leaves?.how === "rst" && socket !== null) socket.resetAndDestroy();
    this.#request.destroy();
  }

  #hear(response: IncomingMessage): void {
    this.sent(this.#request.writableFinished);
    if (this.#form.leaves?.when === "answered") return this.lose("left");
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > longestAnswer) this.lose("unreadable");
    });
    response.on("error", () => this.lose("closed"));
    response.on("end", () => {
      if (this.#isOver) return;
      const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      this.#finish({
        is: "answered",
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        tookMs: this.#tookMs(),
      });
      this.#request.destroy();
    });
  }

  #finish(end: DeliveryEnd): void {
    this.#isOver = true;
    clearTimeout(this.#deadline);
    if (!this.#isSent) {
      this.#isSent = true;
      this.#whenSent(false);
    }
    this.#settle(end);
  }

  #tookMs(): number {
    return this.#isSent ? Math.round((performance.now() - this.#sentAt) * 10) / 10 : 0;
  }
}

function lossOf({ code, message }: NodeJS.ErrnoException): LossOf {
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENOTFOUND" || code === "ETIMEDOUT") {
    return "refused";
  }
  // Node says ECONNRESET of a connection that ended without an answer, too, in other words.
  if (code === "ECONNRESET") return message.includes("hang up") ? "closed" : "reset";
  if (code === "EPIPE") return "closed";
  return code?.startsWith("HPE_") === true ? "unreadable" : "closed";
}
