import { durationPattern, longestWaitMs, parseDuration } from "../../core/duration.js";
import { expectedGot, KitError } from "../../core/errors.js";

/** The whole number an option was given. Throws KitError("usage"). */
export function wholeNumber(option: string, text: string, least = 0): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new KitError(
    "usage",
    `${option}: ${expectedGot(`a whole number of at least ${least}`, `'${text}'`)}.`,
  );
}

/** The milliseconds an option was given as a duration. Throws KitError("usage"). */
export function durationOf(option: string, text: string): number {
  const ms = new RegExp(durationPattern).test(text) ? parseDuration(text) : 0;
  if (ms >= 1 && ms <= longestWaitMs) return ms;
  throw new KitError(
    "usage",
    `${option}: ${expectedGot("a duration such as 500ms, 10s or 2m, above 0 and at most 24d", `'${text}'`)}.`,
  );
}

/** A word as a shell takes it. */
export function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
