import { getAt } from "../../../dist/src/core/pointer.js";

/** Milliseconds that the answer asks to wait, by the first place of the contract that makes sense; null when none does. */
export function declaredWait(places, answer, now) {
  for (const place of places) {
    if ("fixedMs" in place) return place.fixedMs;
    const text =
      "header" in place ? answer.headers[place.header.toLowerCase()] : getAt(answer.body, place.pointer);
    if (text === undefined || text === null) continue;
    for (const format of place.formats) {
      const ms = readWait(String(text).trim(), format, now);
      if (ms !== null) return ms;
    }
  }
  return null;
}

const number = /^\d+(\.\d+)?$/;

/** One form of a wait in ms from now; null when the text is not of that form or lies in the past. */
export function readWait(text, format, now) {
  const value = number.test(text) ? Number(text) : Number.NaN;
  const ms = {
    seconds: () => value * 1000,
    milliseconds: () => value,
    epochSeconds: () => value * 1000 - now,
    epochMilliseconds: () => value - now,
    httpDate: () => (/[a-z]/i.test(text) ? Date.parse(text) - now : Number.NaN),
    iso8601: () => (/^\d{4}-/.test(text) ? Date.parse(text) - now : Number.NaN),
  }[format]();
  return Number.isFinite(ms) && ms >= 0 ? Math.ceil(ms) : null;
}
