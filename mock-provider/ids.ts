const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Long enough for every generator: their length has at most three digits. */
const scratch = Buffer.alloc(1000);
/** RFC 4648, section 6, in lower case. */
const base32Digits = "abcdefghijklmnopqrstuvwxyz234567";
const hexDigits = "0123456789abcdef";

/** The one source of chance of a provider: the same seed gives the same ids and secrets. */
export class Ids {
  readonly #seed: number;
  #state: number;
  readonly #sequences = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed | 0;
  }

  /** Counts from 1 for each name. */
  sequence(of: string): number {
    const next = (this.#sequences.get(of) ?? 0) + 1;
    this.#sequences.set(of, next);
    return next;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = this.hex(32);
    const variant = hexDigits[8 + (Number.parseInt(hex.charAt(16), 16) & 3)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** Decimal digits, the first of them not 0, so that the text survives being read as a number. */
  digits(length: number): string {
    let text = String(1 + (this.#next() % 9));
    while (text.length < length) text += String(this.#next() % 10);
    return text;
  }

  alphanumeric(length: number): string {
    return this.#pick(alphanumerics, length);
  }

  base32(length: number): string {
    return this.#pick(base32Digits, length);
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += this.#next().toString(16).padStart(8, "0");
    return text.slice(0, length);
  }

  /** Starts over. */
  reset(): void {
    this.#state = this.#seed | 0;
    this.#sequences.clear();
  }

  #pick(characters: string, length: number): string {
    // One string at the end: adding characters one by one leaves as many strings behind.
    for (let at = 0; at < length; at += 1) {
      scratch[at] = characters.charCodeAt(this.#next() % characters.length);
    }
    return scratch.toString("latin1", 0, length);
  }

  // mulberry32: small, fast, and good enough for ids that only have to differ.
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
