import ms from "ms";

/** A duration as contracts write it: `250ms`, `30s`, `6m` (minutes), `24h`, `30d`. */
export const durationPattern = "^(0|[0-9]+(\\.[0-9]+)?(ms|s|m|h|d))$";

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
