/**
 * A map that forgets its oldest entries. One iterator is kept for finding them: a new one has to step over every entry
 * that was deleted before, which costs more than all the rest.
 */
export class BoundedMap<K, V> {
  readonly #map = new Map<K, V>();
  readonly #keep: number;
  readonly #batch: number;
  readonly #mayLeave: (value: V) => boolean;
  readonly #onEvicted: (evicted: V[]) => void;
  #oldest: MapIterator<[K, V]>;

  constructor(keep: number, onEvicted: (evicted: V[]) => void, mayLeave: (value: V) => boolean = () => true) {
    this.#keep = keep;
    // Leaving in batches keeps the record of it short.
    this.#batch = Math.max(1, Math.floor(keep / 100));
    this.#onEvicted = onEvicted;
    this.#mayLeave = mayLeave;
    this.#oldest = this.#map.entries();
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  set(key: K, value: V): void {
    this.#map.set(key, value);
    if (this.#map.size >= this.#keep + this.#batch) this.#evict();
  }

  delete(key: K): boolean {
    return this.#map.delete(key);
  }

  /** Oldest first. */
  values(): MapIterator<V> {
    return this.#map.values();
  }

  clear(): void {
    this.#map.clear();
    this.#oldest = this.#map.entries();
  }

  #evict(): void {
    const evicted: V[] = [];
    for (let looked = 0; this.#map.size > this.#keep && looked <= this.#keep; looked += 1) {
      const next = this.#oldest.next();
      if (next.done === true) {
        this.#oldest = this.#map.entries();
        continue;
      }
      const [key, value] = next.value;
      if (!this.#mayLeave(value)) continue;
      this.#map.delete(key);
      evicted.push(value);
    }
    if (evicted.length > 0) this.#onEvicted(evicted);
  }
}
