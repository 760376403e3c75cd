import type { Stated } from "../model.js";

/** Knows which values of a document are `undocumented`, themselves or within something that is. */
export class Silence {
  readonly #silent: ReadonlySet<string>;

  constructor(silent: ReadonlySet<string>) {
    this.#silent = silent;
  }

  /** Whether the documentation is silent at the pointer. */
  at(pointer: string): boolean {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      if (this.#silent.has(pointer.slice(0, end))) return true;
    }
    return false;
  }

  /** A value as it is promised and as it is enacted: what a contract does not say is not promised. */
  stated<T>(pointer: string, value: T | undefined, fallback: T): Stated<T> {
    if (value === undefined) return { promised: null, enacted: fallback };
    return { promised: this.at(pointer) ? null : value, enacted: value };
  }
}
