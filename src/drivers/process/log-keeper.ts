import type { RunnerEntry } from "../../core/history.js";

const maxEntries = 200;
const maxEntryLength = 4096;
const maxKeptLength = 128 * 1024;
const lastLines = 10;
const maxLastLineLength = 500;

/** Records what a connector printed on one stream: the first lines whole, then only how much more there was, and its end. */
export class LogKeeper {
  readonly #process: number;
  readonly #stream: "stdout" | "stderr";
  readonly #record: (entry: RunnerEntry) => void;
  readonly #last: string[] = [];
  #entries = 0;
  #keptLength = 0;
  #cutLines = 0;
  #cutLength = 0;

  constructor(process: number, stream: "stdout" | "stderr", record: (entry: RunnerEntry) => void) {
    this.#process = process;
    this.#stream = stream;
    this.#record = record;
  }

  /** Takes one line. */
  add(line: string): void {
    this.#last.push(line);
    if (this.#last.length > lastLines) this.#last.shift();
    if (this.#entries >= maxEntries || this.#keptLength >= maxKeptLength) {
      this.#cutLines += 1;
      this.#cutLength += line.length;
      return;
    }
    this.#entries += 1;
    const text = cut(line, maxEntryLength);
    this.#keptLength += text.length;
    this.#write(text);
  }

  /** The stream is over: records how much was cut, with the last lines of it. */
  end(): void {
    if (this.#cutLines === 0) return;
    const last = this.#last.slice(-this.#cutLines).map((line) => cut(line, maxLastLineLength));
    this.#write(
      [
        `… ${this.#cutLines} more lines (${this.#cutLength} characters) were not kept; the last of them:`,
        ...last,
      ].join("\n"),
    );
    this.#cutLines = 0;
  }

  /** The last lines, each shortened, for messages. */
  tail(): string[] {
    return this.#last.map((line) => cut(line, maxLastLineLength));
  }

  #write(text: string): void {
    this.#record({ kind: "logged", process: this.#process, stream: this.#stream, text });
  }
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… (${text.length - length} more characters cut)`;
}
