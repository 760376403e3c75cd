/** The longest line a connector may write, in bytes without the line feed. */
export const maxLineBytes = 1024 * 1024;
/** The most a connector may write in all, stdout and stderr together, in bytes. */
export const maxOutputBytes = 64 * 1024 * 1024;

/** Cuts a byte stream into lines; a line over `maxLineBytes` ends it with `onTooLong`, and the rest is ignored. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #ended = false;

  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  /** Takes the next bytes. */
  feed(chunk: Buffer): void {
    let from = 0;
    while (!this.#ended) {
      const lineFeed = chunk.indexOf(10, from);
      const part = chunk.subarray(from, lineFeed === -1 ? chunk.length : lineFeed);
      this.#parts.push(part);
      this.#bytes += part.length;
      if (this.#bytes > maxLineBytes) {
        this.#ended = true;
        this.#onTooLong();
        return;
      }
      if (lineFeed === -1) return;
      this.#emit();
      from = lineFeed + 1;
    }
  }

  /** The stream is over: what stands after the last line feed is a line, too. */
  end(): void {
    if (!this.#ended && this.#bytes > 0) this.#emit();
    this.#ended = true;
  }

  #emit(): void {
    const text = Buffer.concat(this.#parts, this.#bytes).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    this.#onLine(text.endsWith("\r") ? text.slice(0, -1) : text);
  }
}
