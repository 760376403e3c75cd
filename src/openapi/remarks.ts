import { below } from "../contract/schema/walk.js";

const width = 110;

/** Collects the comments of a contract while its parts are written; every part works below a pointer of its own. */
export class Remarks {
  readonly #texts: Map<string, string[]>;
  readonly #at: string;

  constructor(at = "", texts: Map<string, string[]> = new Map<string, string[]>()) {
    this.#at = at;
    this.#texts = texts;
  }

  /** The remarks of a part. */
  below(...keys: (string | number)[]): Remarks {
    return new Remarks(
      keys.reduce<string>((pointer, key) => below(pointer, key), this.#at),
      this.#texts,
    );
  }

  /** What only the provider's documentation can answer, and what to look for there. */
  openQuestion(text: string): void {
    this.note(`open question: ${text}`);
  }

  /** What was concluded, and from what. */
  guessed(text: string): void {
    this.note(`guessed from ${text}`);
  }

  /** Anything else that a reader should know. */
  note(text: string): void {
    this.#texts.set(this.#at, [...(this.#texts.get(this.#at) ?? []), text]);
  }

  /** How many questions are open. */
  get questions(): number {
    return [...this.#texts.values()].flat().filter((text) => text.startsWith("open question: ")).length;
  }

  /** The comments by pointer, wrapped. */
  comments(): Map<string, string> {
    return new Map(
      [...this.#texts].map(([pointer, texts]) => [pointer, texts.flatMap(wrapped).join("\n")] as const),
    );
  }
}

function wrapped(text: string): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.replaceAll(/\p{Cc}/gu, " ").split(" ")) {
      if (line !== "" && line.length + word.length >= width) {
        lines.push(line);
        line = word;
      } else {
        line = line === "" ? word : `${line} ${word}`;
      }
    }
    return [...lines, line];
  });
}
