import { isObject, type Json } from "../../../core/json.js";
import { breaking, harmless, review, type Judge, type RuleTable } from "../change.js";
import { isSame } from "../is-same.js";
import { always, answerBody, isAbsent, ranked, wordOf } from "./judges.js";

const at = "operations.*.errors.*";

/** How an answer is read: by the contract, or by the rule for what it does not list. */
interface Read {
  effect: string;
  mayRepeat: boolean;
}

/** What is not listed: 4xx nothing happened, 5xx it may have; anything else is a success. */
function unlisted(status: number): Read {
  if (status >= 500) return { effect: "maybe", mayRepeat: false };
  return status >= 400 ? { effect: "none", mayRepeat: false } : { effect: "success", mayRepeat: false };
}

function readAs(error: Json): Read | null {
  if (!isObject(error)) return null;
  return {
    effect: wordOf(error["effect"]),
    mayRepeat: ["retry", "retrySameKey", "wait"].includes(wordOf(error["next"])),
  };
}

const entry: Judge = ({ before, after, path }, sides) => {
  if (isAbsent(before)) {
    const then = coveredBy(after, errorsOf(sides.before, path)) ?? unlisted(statusOf(after));
    return from(then, readAs(after ?? null), "An error is listed now");
  }
  if (isAbsent(after)) {
    const now = coveredBy(before, errorsOf(sides.after, path)) ?? unlisted(statusOf(before));
    return from(readAs(before), now, "An error is no longer listed");
  }
  return null;
};

function from(old: Read | null, now: Read | null, what: string): ReturnType<Judge> {
  if (old === null || now === null) return null;
  if (old.effect === "success") return breaking(`${what} that was taken for a success.`);
  if (old.effect === "none" && now.effect !== "none") {
    return breaking(`${what}: what meant that nothing happened now means that it may have.`);
  }
  if (old.effect === "done" && now.effect !== "done") {
    return breaking(`${what}: what meant that it happened no longer does.`);
  }
  if (old.mayRepeat && !now.mayRepeat) return breaking(`${what}, and it may not be sent again any more.`);
  return now.mayRepeat && !old.mayRepeat
    ? harmless(`${what} that may be sent again; to treat it as before stays right.`)
    : harmless(`${what}; to treat it as before stays right.`);
}

/** How another listed error, told apart by less, reads the same answer. */
function coveredBy(error: Json | undefined, others: readonly Json[]): Read | null {
  for (const other of others) {
    if (statusOf(other) === statusOf(error) && isPart(conditions(other), conditions(error)))
      return readAs(other);
  }
  return null;
}

function errorsOf(side: Json, path: readonly string[]): Json[] {
  const operations = isObject(side) ? side["operations"] : null;
  const operation = isObject(operations) ? operations[path[1] ?? ""] : null;
  const errors = isObject(operation) ? operation["errors"] : null;
  return isObject(errors) ? Object.values(errors) : [];
}

function statusOf(error: Json | undefined): number {
  return isObject(error) && typeof error["status"] === "number" ? error["status"] : 0;
}

function conditions(error: Json | undefined): Json {
  return isObject(error) ? (error["when"] ?? {}) : {};
}

function isPart(part: Json, whole: Json): boolean {
  if (!isObject(part) || !isObject(whole)) return isSame(part, whole);
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isPart(value, whole[key] ?? null),
  );
}

const effect: Judge = ({ before }) => {
  if (before === "maybe")
    return harmless("What was unknown after this error is now certain; to look it up stays right.");
  return before === "none"
    ? breaking(
        "After this error it may have happened: to report a failure, or to send again, is a guess now.",
      )
    : breaking("This error no longer means that it happened.");
};

const waits: Judge = ({ before, after }) => {
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  if (after.length === 0) return harmless("No wait is asked for any more.");
  const earlier = after.every((wait) => before.some((old) => isSame(old, wait)));
  return earlier && before.length > 0
    ? review("Fewer places say how long to wait.")
    : breaking("Another wait is asked for: connectors that wait the old way may come too early.");
};

/** Errors, and what each says about the effect. */
export const errorRules: RuleTable = [
  [at, entry],
  [`${at}.name`, always(harmless("Only its name changes."))],
  [
    `${at}.status`,
    always(breaking("The error has another status: connectors that know it by the old one misread it.")),
  ],
  [
    `${at}.when`,
    always(
      breaking(
        "The error is told apart by something else: connectors that know it by the old sign misread it.",
      ),
    ),
  ],
  [`${at}.effect`, effect],
  [
    `${at}.next`,
    ranked(["retry", "retrySameKey", "wait", "lookup", "hold", "stop"], {
      up: harmless("More is allowed after this error; to do as before stays right."),
      down: breaking("Less is allowed after this error: what connectors do now may be wrong."),
      same: harmless(""),
    }),
  ],
  [`${at}.after`, waits],
  [`${at}.body`, answerBody],
  [`${at}.headers`, always(review("The error has other headers: see who reads them."))],
  [
    "operations.*.errorOrder",
    always(review("Errors that one answer may fit alike stand in another order: the first counts.")),
  ],
];
