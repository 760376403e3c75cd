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
  /** In the `answer` of a lookup. */
  lookup: ["representation", "items", "total", "count", "page.next", "page.hasMore"],
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

/** Generators with a fixed length: `{{digits 12}}`, `{{alphanumeric 24}}`, `{{hex 32}}`. */
export const generatorPattern = /^(digits|alphanumeric|hex) ([1-9][0-9]{0,2})$/;

/** Every name that stands for itself. */
export const allTemplateNames: readonly string[] = [...new Set(Object.values(templateNames).flat())];

/** Whether the mock provider knows what this name inside `{{…}}` stands for, somewhere in a contract. */
export function isTemplateName(name: string): boolean {
  if (allTemplateNames.includes(name) || generatorPattern.test(name) || name === "request.body") return true;
  return templatePrefixes.some((prefix) => name.startsWith(prefix) && name.length > prefix.length);
}
