import type { TemplateGroup } from "./schema/words.js";

/** Names that mean something in every template: chance, time, and the request that is being answered. */
const always = [
  /^uuid$/,
  /^sequence$/,
  /^(?:digits|alphanumeric) [1-9]\d*$/,
  /^now\.(?:iso8601|epochSeconds|epochMilliseconds|httpDate)$/,
];
const ofRequest = [/^request\.(?:body|path|query|headers)(?:\.[^.]+)+$/, /^request\.body$/, /^account$/];
const ofEffect = [/^effect\.(?:id|iso8601|epochSeconds|epochMilliseconds)$/];

/**
 * The names a template may use, by where it stands:
 * - `answer`: what the provider sends for a write, a refusal or a poll. `reason` says what did not fit a schema, `state` and `ticket` are those of an
 *   acknowledgement;
 * - `lookup`: the request and the envelope of a lookup. `representation` is one object, `items` the page of a list, `next` the next cursor (or link),
 *   `hasMore` and `total` what they say, `reference` what is looked for, `id` an effect's id;
 * - `request`: an example. `businessKey` marks where the business key goes;
 * - `effect`: an effect's id; `secret`: an issued credential; `event`: a webhook.
 */
const namesOf: Record<TemplateGroup, RegExp[]> = {
  answer: [...always, ...ofRequest, ...ofEffect, /^reason$/, /^state$/, /^ticket$/, /^representation$/],
  lookup: [...always, ...ofRequest, /^(?:representation|items|next|hasMore|total|reference|id|ticket)$/],
  request: [/^businessKey$/, /^account$/],
  effect: [...always, ...ofRequest],
  secret: always,
  event: [...always, /^event\.(?:id|iso8601|epochSeconds|epochMilliseconds)$/],
};

/** Examples of each group's names, for messages. */
const examples: Record<TemplateGroup, readonly string[]> = {
  answer: ["effect.id", "effect.epochSeconds", "request.body.…", "reason", "state", "ticket", "uuid"],
  lookup: ["representation", "items", "next", "hasMore", "total", "reference", "id", "ticket"],
  request: ["businessKey", "account"],
  effect: ["sequence", "uuid", "digits 12", "alphanumeric 24"],
  secret: ["uuid", "digits 12", "alphanumeric 24"],
  event: ["event.id", "event.epochSeconds", "uuid"],
};

/** Whether a name means something in a template of the group. */
export function isTemplateName(group: TemplateGroup, name: string): boolean {
  return namesOf[group].some((pattern) => pattern.test(name));
}

/** Some names of the group, for a suggestion. */
export function exampleNames(group: TemplateGroup): readonly string[] {
  return examples[group];
}
