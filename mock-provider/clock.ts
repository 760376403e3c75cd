/** No clock goes further, ms since the epoch: the years that every date type can hold end here. */
export const latestMs = Date.UTC(9999, 11, 31);

/** The provider's clock: it runs with real time and can be moved forward. */
export interface Clock {
  /** Virtual time, ms since the epoch. */
  now(): number;
  /** Moves it forward; everything that became due has happened when this returns. */
  advance(byMs: number): void;
  /** When the next call back is due; null when none is. */
  nextAt(): number | null;
  /** Calls back once when the clock reaches `at`; the returned function cancels. */
  at(at: number, then: () => void): () => void;
  /** Cancels all timers. */
  close(): void;
}
