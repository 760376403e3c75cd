import ms from "ms";

/**
 * A duration as contracts write it: `250ms`, `30s`, `6m` (minutes), `24h`, `30d`. Of each unit so many digits as make some
 * three centuries at most: far beyond any promise, and well inside the dates that can be written.
 */
export const durationPattern =
  "^(0|[0-9]{1,13}(\\.[0-9]+)?ms|[0-9]{1,10}(\\.[0-9]+)?s|[0-9]{1,8}(\\.[0-9]+)?m|[0-9]{1,6}(\\.[0-9]+)?h|[0-9]{1,5}(\\.[0-9]+)?d)$";

/** The longest that is waited in real time, ms: timers count in 31 bits. */
export const longestWaitMs = 24 * 86_400_000;

/** Milliseconds of a duration that fits `durationPattern`. */
export function parseDuration(text: string): number {
  return Math.round(ms(text as ms.StringValue));
}

/** Milliseconds in the shortest exact form of `durationPattern`. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, size] of [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
  ] as const) {
    if (milliseconds >= size && milliseconds % size === 0) return `${milliseconds / size}${unit}`;
  }
  return `${milliseconds}ms`;
}
