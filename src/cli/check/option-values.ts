import { durationPattern, parseDuration } from "../../core/duration.js";
import { expectedGot, KitError } from "../../core/errors.js";

/** The whole number an option was given. Throws KitError("usage"). */
export function wholeNumber(option: string, text: string, least = 0): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new KitError(
    "usage",
    `${option}: ${expectedGot(`a whole number of at least ${least}`, `'${text}'`)}.`,
  );
}

/** The milliseconds an option was given as a duration. Throws KitError("usage"). */
export function durationOf(option: string, text: string): number {
  if (new RegExp(durationPattern).test(text)) return parseDuration(text);
  throw new KitError(
    "usage",
    `${option}: ${expectedGot("a duration such as 500ms, 10s or 2m", `'${text}'`)}.`,
  );
}

/** A word as a shell takes it. */
export function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
