import { parseDuration } from "../../../core/duration.js";
import { isObject, type Json } from "../../../core/json.js";
import { breaking, harmless, review, type Judge, type Meaning, type RuleTable } from "../change.js";
import {
  always,
  answerBody,
  either,
  isAbsent,
  members,
  presence,
  promised,
  ranked,
  size,
  wordOf,
} from "./judges.js";

const at = "operations.*.idempotency";

const whole: Judge = ({ before, after }) => {
  if (isAbsent(after))
    return breaking("There is no key any more: a repeat after a lost answer may act twice.");
  if (!isAbsent(before)) return null;
  return isRequired(after)
    ? breaking("A key is now required: requests without one are refused.")
    : harmless("Repeats can now be made safe with a key; without one all is as before.");
};

function isRequired(idempotency: Json): boolean {
  return isObject(idempotency) && isObject(idempotency["key"]) && idempotency["key"]["required"] === true;
}

const retention: Judge = ({ before, after }) => {
  if (!isObject(before) || !isObject(after)) return null;
  const [old, now] = [lasts(before), lasts(after)];
  if (now < old) return breaking("Keys are forgotten earlier: a repeat that was safe may act twice.");
  if (before["is"] !== "unpublished" && after["is"] === "unpublished") {
    return breaking("How long keys are remembered is no longer promised.");
  }
  const starts = ["firstRequest", "completion", "lastRequest"];
  const [oldStart, newStart] = [before, after].map((one) => starts.indexOf(wordOf(one["from"])));
  if ((newStart ?? 0) < (oldStart ?? 0) && Number.isFinite(now)) {
    return breaking("The time a key is remembered counts from an earlier moment, so it ends earlier.");
  }
  return now > old
    ? harmless("Keys are remembered longer.")
    : harmless("Keys are remembered for no less time than before.");
};

function lasts(retained: Record<string, Json>): number {
  const time = retained["for"];
  return typeof time === "string" ? parseDuration(time) : Number.POSITIVE_INFINITY;
}

const scope: Judge = (difference, sides) =>
  members({
    added: breaking(
      "A key means less far: under another of these a repeat is not recognised and acts again.",
    ),
    removed: breaking("A key means further: equal keys that never met now do."),
  })(difference, sides);

const refusal = (what: string): Judge =>
  promised(({ before, after }): Meaning | null => {
    if (!isObject(before) || !isObject(after)) return null;
    return before["status"] === after["status"]
      ? review(`${what} is worded otherwise: see who reads it.`)
      : breaking(`${what} has another status: connectors that know it by the old one misread it.`);
  });

const mismatch: Judge = either(
  refusal("The refusal of a key used with another request"),
  promised(({ before, after }) => {
    if (after === "newEffect")
      return breaking("The same key with another request now acts again instead of being refused.");
    if (after === "replay")
      return breaking("The same key with another request is no longer noticed: it gets the old answer.");
    return isObject(after) && typeof before === "string"
      ? harmless("The same key with another request is now refused, which a careful connector never sends.")
      : null;
  }),
);

/** How a provider recognises repeats. */
export const idempotencyRules: RuleTable = [
  [at, whole],
  [`${at}.key.in`, always(breaking("The key travels elsewhere: where it was it is not seen."))],
  [
    `${at}.key.name`,
    always(breaking("The key travels under another name: under the old one it is not seen.")),
  ],
  [
    `${at}.key.minLength`,
    size({
      larger: breaking("Keys must be longer: short ones are refused."),
      smaller: harmless("Shorter keys are accepted, too."),
      absent: 1,
    }),
  ],
  [
    `${at}.key.maxLength`,
    size({
      larger: harmless("Longer keys are accepted, too."),
      smaller: breaking("Keys must be shorter: long ones are refused or cut."),
    }),
  ],
  [
    `${at}.key.pattern`,
    presence({
      added: breaking("Keys must fit a pattern: others are refused."),
      removed: harmless("Keys of any pattern are accepted."),
      changed: review("Keys must fit another pattern: see whether those in use do."),
    }),
  ],
  [
    `${at}.key.required`,
    ({ after }) =>
      after === true
        ? breaking("A key is now required: requests without one are refused.")
        : harmless("Requests without a key are accepted, too."),
  ],
  [
    `${at}.is`,
    ({ after }) =>
      after === "natural"
        ? breaking("The key is now business data: what it collides with may be somebody else’s.")
        : review("The key is now a technical one: see whether what is sent as key still fits."),
  ],
  [`${at}.scope`, promised(scope)],
  [`${at}.retention`, retention],
  [
    `${at}.fingerprint`,
    members({
      added: breaking("More of a request is compared: a repeat that differs there is now refused."),
      removed: review("Less of a request is compared: a repeat that differs there is no longer noticed."),
    }),
  ],
  [
    `${at}.remembers`,
    promised(
      members({
        added: breaking(
          "More failures are remembered: under the same key they come back, so a repeat no longer settles them.",
        ),
        removed: breaking("Fewer answers are remembered: a repeat after one of them may act again."),
      }),
    ),
  ],
  [
    `${at}.unremembered`,
    promised(
      ranked(["guarded", "runsAgain"], {
        up: harmless("A repeat after a failure now finds what was done."),
        down: breaking("A repeat after a failure that is not remembered now acts again."),
        same: harmless(""),
      }),
    ),
  ],
  [
    `${at}.replay.gives`,
    ranked(["storedAnswer", "currentState", "refusalNamingOriginal", "refusal"], {
      up: harmless("A repeat says more about the first effect than before."),
      down: breaking(
        "A repeat says less about the first effect: connectors that read it the old way misread it.",
      ),
      same: harmless(""),
    }),
  ],
  [
    `${at}.replay.original`,
    presence({
      added: harmless("A refused repeat now names the first effect."),
      removed: breaking("A refused repeat no longer says where the first effect is."),
      changed: breaking("A refused repeat names the first effect elsewhere."),
    }),
  ],
  [`${at}.replay.status`, always(review("A repeat has another status: see who reads it."))],
  [`${at}.replay.headers`, always(review("A repeat has other headers: see who reads them."))],
  [`${at}.replay.body`, answerBody],
  [`${at}.mismatch`, mismatch],
  [`${at}.inFlight`, refusal("The refusal while the first request still runs")],
  [
    `${at}.checkedAfter`,
    members({
      added: breaking(
        "Something more is checked before the key: such a refusal of a repeat says nothing about the first request.",
      ),
      removed: harmless("Less is checked before the key."),
    }),
  ],
];
