import type { Entry, ProviderEntry, RunnerEntry } from "./history.js";

type Listener = (entry: Entry) => void;

/** An append-only record of what happened. Bounded in memory: past `keep` entries the oldest leave, and `dropped` says how many. */
export class Journal {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #keep: number;
  readonly #now: () => number;
  readonly #wall: () => number;
  #next = 1;
  #first = 0;

  constructor(options: { now: () => number; wall: () => number; keep?: number }) {
    this.#now = options.now;
    this.#wall = options.wall;
    this.#keep = options.keep ?? Number.POSITIVE_INFINITY;
  }

  /** Records one fact, stamps it, and tells the listeners. The entry is the fact itself: a copy would double the garbage. */
  append(fact: ProviderEntry | RunnerEntry): Entry {
    const entry = fact as Entry;
    entry.seq = this.#next++;
    entry.at = this.#now();
    entry.wall = this.#wall();
    this.#entries.push(entry);
    if (this.#entries.length - this.#first > this.#keep) this.#dropOldest();
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** The entries still held, oldest first. */
  entries(): Entry[] {
    return this.#entries.slice(this.#first);
  }

  /** How many entries have left memory. */
  get dropped(): number {
    return this.#next - 1 - (this.#entries.length - this.#first);
  }

  /** Calls back for every entry from now on; the returned function ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves with the first entry, already there or still to come, that fits. */
  waitFor(fits: (entry: Entry) => boolean): Promise<Entry> {
    const there = this.entries().find(fits);
    if (there) return Promise.resolve(there);
    return new Promise((resolve) => {
      const stop = this.listen((entry) => {
        if (!fits(entry)) return;
        stop();
        resolve(entry);
      });
    });
  }

  /** Forgets everything and counts from 1 again; listeners stay. */
  clear(): void {
    this.#entries.length = 0;
    this.#first = 0;
    this.#next = 1;
  }

  #dropOldest(): void {
    this.#first += 1;
    // Compacting rarely keeps dropping O(1) on average.
    if (this.#first < 1024 || this.#first < this.#keep) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }
}
