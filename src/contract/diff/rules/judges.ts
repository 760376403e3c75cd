import { parseDuration } from "../../../core/duration.js";
import { isObject, type Json } from "../../../core/json.js";
import { breaking, harmless, review, type Judge, type Meaning } from "../change.js";
import { isSame } from "../is-same.js";

/** Always the same meaning. */
export function always(meaning: Meaning): Judge {
  return () => meaning;
}

/** One meaning when it is new, one when it is gone, one when it is another; null leaves that to the next rule. */
export function presence(meanings: { added?: Meaning; removed?: Meaning; changed?: Meaning }): Judge {
  return ({ before, after }) => {
    if (isAbsent(before)) return meanings.added ?? null;
    if (isAbsent(after)) return meanings.removed ?? null;
    return meanings.changed ?? null;
  };
}

/** Durations or numbers; an absent one counts as `absent` (by default unlimited). */
export function size(meanings: { larger: Meaning; smaller: Meaning; absent?: number }): Judge {
  return ({ before, after }) => {
    const [old, now] = [measure(before, meanings.absent), measure(after, meanings.absent)];
    if (old === null || now === null) return null;
    return now > old ? meanings.larger : meanings.smaller;
  };
}

/** Sets: what comes in, what goes out; the worse of both counts. */
export function members(meanings: { added: Meaning; removed: Meaning }): Judge {
  return ({ before, after }) => {
    const [old, now] = [listOf(before), listOf(after)];
    if (old === null || now === null) return null;
    const added = now.some((item) => !old.some((other) => isSame(item, other)));
    const removed = old.some((item) => !now.some((other) => isSame(item, other)));
    if (added && removed) return worse(meanings.added, meanings.removed);
    return removed ? meanings.removed : meanings.added;
  };
}

/** Words in an order, the ones a connector may rely on most first. */
export function ranked(
  words: readonly string[],
  meanings: { up: Meaning; down: Meaning; same: Meaning },
): Judge {
  return ({ before, after }) => {
    const [old, now] = [words.indexOf(wordOf(before)), words.indexOf(wordOf(after))];
    if (old === -1 || now === -1) return null;
    return now === old ? meanings.same : now < old ? meanings.up : meanings.down;
  };
}

/** A value that is promised or not: `judge` sees the promises only. */
export function promised(judge: Judge): Judge {
  return (difference, sides) => {
    const before = promiseIn(difference.before);
    const after = promiseIn(difference.after);
    if (isSame(before, after))
      return harmless("Only what the mock does changes; the provider promises neither.");
    if (isAbsent(after)) return breaking("It is no longer promised: connectors may not rely on it any more.");
    if (isAbsent(before)) return harmless("What was not documented now is.");
    return judge({ ...difference, before, after }, sides);
  };
}

/** The first of several rules that says something. */
export function either(...judges: readonly Judge[]): Judge {
  return (difference, sides) => {
    for (const judge of judges) {
      const meaning = judge(difference, sides);
      if (meaning !== null) return meaning;
    }
    return null;
  };
}

/** A template of an answer: fields that are only added harm nobody. */
export const answerBody: Judge = ({ before, after }) =>
  isAbsent(before) || (isObject(before) && isObject(after) && holdsAll(after, before))
    ? harmless("The answer only gains fields.")
    : review("Fields of the answer change or go: see who reads them.");

/** A value as the word it is. */
export function wordOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Whether there is no value. */
export function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function promiseIn(value: Json | undefined): Json | undefined {
  return isObject(value) ? value["promised"] : value;
}

function holdsAll(whole: Json | undefined, part: Json): boolean {
  if (!isObject(part)) return isSame(whole, part);
  return isObject(whole) && Object.entries(part).every(([key, value]) => holdsAll(whole[key], value));
}

function measure(value: Json | undefined, absent = Number.POSITIVE_INFINITY): number | null {
  if (isAbsent(value)) return absent;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[0-9]/.test(value) ? parseDuration(value) : null;
}

function listOf(value: Json | undefined): Json[] | null {
  if (isAbsent(value)) return [];
  return Array.isArray(value) ? value : null;
}

const order = ["harmless", "review", "breaking"];

function worse(a: Meaning, b: Meaning): Meaning {
  return order.indexOf(a.impact) >= order.indexOf(b.impact) ? a : b;
}
