/** The time of day; it can be set, and runs on from there. */
export class Clock {
  #base = Date.now();
  #since = performance.now();

  set(now) {
    this.#base = now.getTime();
    this.#since = performance.now();
  }

  /** ms since the epoch. */
  now() {
    return this.#base + performance.now() - this.#since;
  }
}
