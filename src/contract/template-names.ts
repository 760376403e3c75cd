import type { TemplateGroup } from "./schema/words.js";

/** Names that stand for themselves inside `{{…}}`, by what they are for. */
export const templateNames = {
  /** Usable everywhere. */
  anywhere: [
    "sequence",
    "uuid",
    "account",
    "baseUrl",
    "now.iso8601",
    "now.epochSeconds",
    "now.epochMilliseconds",
    "now.httpDate",
  ],
  /** In answers, effects and refusals of an operation, beside `request.…` and `effect.…`. */
  exchange: ["key", "reference", "ticket"],
  /** In `refusals`: what is wrong. */
  refusal: ["reason"],
  /** In the body of a polled outcome. */
  outcome: ["state", "representation"],
  /** In the `answer` of a lookup. Where the next page is a link, `page.nextPath` is the link without the host. */
  lookup: ["representation", "items", "total", "count", "page.next", "page.nextPath", "page.hasMore"],
  /** In an event, beside `event.id` and its moments: which attempt to deliver it this is, from 1. */
  event: ["delivery.attempt"],
  /** In an example. */
  example: ["businessKey"],
} as const;

/**
 * Names that go on after the prefix: a dotted path into the request (`request.body.a.0.b`; `request.path.x`,
 * `request.query.x` and `request.headers.x` take one name), into the effect that was made or found (`effect.id`,
 * `effect.reference`, else a field of its representation), or into the effect that a key first made (`original.…`).
 */
export const templatePrefixes = [
  "request.body.",
  "request.path.",
  "request.query.",
  "request.headers.",
  "effect.",
  "original.",
] as const;

/** Generators with a fixed length: `{{digits 12}}`, `{{alphanumeric 24}}`, `{{base32 26}}` (lower case), `{{hex 32}}`. */
export const generatorPattern = /^(digits|alphanumeric|base32|hex) ([1-9][0-9]{0,2})$/;

/** A moment ahead of the provider's clock: `{{now.httpDate +2s}}`, `{{now.epochSeconds +1m}}`. */
export const momentPattern =
  /^(now\.(?:iso8601|epochSeconds|epochMilliseconds|httpDate)) \+([0-9]+(?:\.[0-9]+)?(?:ms|s|m|h|d))$/;

/** Which of the names a template may use, by where it stands. */
const groups: Record<TemplateGroup, { names: readonly string[]; prefixes: readonly string[] }> = {
  answer: {
    names: [
      ...templateNames.anywhere,
      ...templateNames.exchange,
      ...templateNames.refusal,
      ...templateNames.outcome,
    ],
    prefixes: templatePrefixes,
  },
  lookup: {
    names: [...templateNames.anywhere, ...templateNames.exchange, ...templateNames.lookup],
    prefixes: templatePrefixes,
  },
  request: { names: [...templateNames.example, "account"], prefixes: [] },
  effect: {
    names: [...templateNames.anywhere, ...templateNames.exchange],
    prefixes: templatePrefixes.filter((prefix) => prefix.startsWith("request.")),
  },
  secret: { names: ["sequence", "uuid"], prefixes: [] },
  event: { names: [...templateNames.anywhere, ...templateNames.event], prefixes: ["event."] },
};

/** Whether the mock provider knows what a name inside `{{…}}` stands for in a template of this group. */
export function isTemplateName(name: string, group: TemplateGroup): boolean {
  const { names, prefixes } = groups[group];
  if (names.includes(name)) return true;
  if (group !== "request" && generatorPattern.test(name)) return true;
  const moment = momentPattern.exec(name)?.[1];
  if (moment !== undefined) return names.includes(moment);
  if (name === "request.body") return prefixes.length > 1;
  return prefixes.some((prefix) => name.startsWith(prefix) && name.length > prefix.length);
}

/** The names of a group for a suggestion; what goes on after a prefix is shown as `request.body.…`. */
export function knownNames(group: TemplateGroup): string[] {
  const { names, prefixes } = groups[group];
  const generators = group === "request" ? [] : ["digits 12", "alphanumeric 24", "base32 26", "hex 32"];
  const usual = prefixes.flatMap((prefix) =>
    prefix === "effect." || prefix === "event." ? [`${prefix}id`] : [],
  );
  return [...names, ...usual, ...generators, ...prefixes.map((prefix) => `${prefix}…`)];
}
