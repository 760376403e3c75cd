import { connect, type Socket } from "node:net";

/** What a plain socket saw of one exchange. */
export interface Seen {
  /** Everything that came, as text. */
  text: string;
  /** How many times bytes came. */
  pieces: number;
  /** How the exchange ended for the client: a whole answer, FIN, RST, refused, or it gave up. */
  end: "answer" | "fin" | "rst" | "refused" | "gave-up";
  status: number | null;
}

/** One TCP connection that shows FIN, RST and refusal as they are; nothing is retried, nothing is hidden. */
export class RawClient {
  readonly #socket: Socket;
  #text = "";
  #pieces = 0;
  #end: "fin" | "rst" | "refused" | null = null;
  #gaveUp = false;
  #changed = (): void => {};

  private constructor(port: number) {
    // Half-open, so that a FIN of the server shows before our own.
    this.#socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    this.#socket.on("data", (bytes) => {
      this.#text += bytes.toString("latin1");
      this.#pieces += 1;
      this.#changed();
    });
    this.#socket.on("end", () => this.#ended("fin"));
    this.#socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#ended(error.code === "ECONNREFUSED" ? "refused" : "rst");
    });
  }

  /** Whether the connection was refused. */
  get isRefused(): boolean {
    return this.#end === "refused";
  }

  /** Resolves when connected, or when that has failed: `exchange` then says how. */
  static async open(port: number): Promise<RawClient> {
    const client = new RawClient(port);
    await new Promise<void>((resolve) => {
      client.#socket.once("connect", resolve);
      client.#socket.once("error", () => resolve());
    });
    return client;
  }

  /** Sends the text (nothing when it is empty) and waits for a whole answer, an end, or `giveUp` when nothing has come. */
  async exchange(text: string, giveUp?: Promise<unknown>): Promise<Seen> {
    this.#text = "";
    this.#pieces = 0;
    if (text !== "" && this.#end === null) this.#socket.write(text);
    this.#gaveUp = false;
    void giveUp?.then(() => {
      this.#gaveUp = true;
      this.#changed();
    });
    while (this.#end === null && !isWhole(this.#text) && !(this.#gaveUp && this.#text === "")) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    const end = isWhole(this.#text) ? "answer" : (this.#end ?? "gave-up");
    if (end !== "answer") this.leave();
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(this.#text)?.[1] ?? Number.NaN);
    return { text: this.#text, pieces: this.#pieces, end, status: Number.isNaN(status) ? null : status };
  }

  leave(): void {
    this.#socket.destroy();
  }

  #ended(how: "fin" | "rst" | "refused"): void {
    this.#end ??= how;
    this.#changed();
  }
}

/** One exchange on a connection of its own. */
export async function exchangeOnce(port: number, text: string, giveUp?: Promise<unknown>): Promise<Seen> {
  const client = await RawClient.open(port);
  const seen = await client.exchange(text, giveUp);
  client.leave();
  return seen;
}

/** A request as text. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): string {
  const content = body === undefined ? "" : JSON.stringify(body);
  const all = {
    Host: "127.0.0.1",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    "Content-Length": String(Buffer.byteLength(content)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${content}`;
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (!text.startsWith("HTTP/1.1 ") || headEnd < 0) return false;
  const head = text.slice(0, headEnd);
  const body = text.slice(headEnd + 4);
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith("0\r\n\r\n");
  return body.length >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}
