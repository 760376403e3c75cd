import { isObject, type Json } from "../core/json.js";
import type { Problem } from "./diagnostics.js";
import { checkAnswer, checkErrors } from "./meaning/answer.js";
import { checkLinks, checkRoutes } from "./meaning/links.js";
import { checkKeys, checkTemplates } from "./meaning/names.js";
import { rules } from "./meaning/places.js";
import { batchRefused, checkRequest } from "./meaning/request.js";
import { checkCredentials } from "./meaning/credentials.js";
import { checkWebhooks } from "./meaning/webhooks.js";
import { normalise } from "./normalise.js";
import { contractSchema, type ContractDocument } from "./schema.js";
import { walk, type SchemaNode } from "./schema/walk.js";
import type { TemplateGroup } from "./schema/words.js";

/**
 * What a schema cannot say: keys that need each other, names that must exist, templates, examples. Parts that are not
 * sound in structure are left alone, so that one mistake is reported once.
 */
export function checkMeaning(
  document: Json,
  structural: readonly Problem[],
  silent: ReadonlySet<string>,
): Problem[] {
  if (!isObject(document)) return [];
  const isSound = (pointer: string): boolean =>
    !structural.some((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`));
  const local = checkEachPart(document, isSound);
  const unsound = new Set([...structural, ...local].map((problem) => problem.pointer));
  const isWhole = (pointer: string): boolean =>
    ![...unsound].some((problem) => problem === pointer || problem.startsWith(`${pointer}/`));
  return [...local, ...checkWhole(document, structural, isWhole, silent)];
}

function checkEachPart(document: Json, isSound: (pointer: string) => boolean): Problem[] {
  const problems: Problem[] = [];
  walk(document, contractSchema as unknown as SchemaNode, "", (value, schema, pointer) => {
    const json = value as Json;
    if (schema.keysAre !== undefined) problems.push(...checkKeys(json, schema.keysAre, pointer));
    if (schema.template !== undefined) {
      problems.push(...checkTemplates(json, schema.template as TemplateGroup, pointer));
    }
    const rule = schema.rule === undefined ? undefined : rules[schema.rule];
    if (rule !== undefined && isObject(json) && isSound(pointer)) problems.push(...rule(json, pointer));
  });
  return problems;
}

function checkWhole(
  document: Record<string, Json>,
  structural: readonly Problem[],
  isWhole: (pointer: string) => boolean,
  silent: ReadonlySet<string>,
): Problem[] {
  if (structural.some(({ pointer }) => pointer === "")) return [];
  if (document["operations"] === undefined && document["webhooks"] === undefined) {
    return [
      {
        pointer: "",
        at: "key",
        code: "nothing-stated",
        message: "the contract states neither `operations` nor `webhooks`.",
        hint: "Describe one operation.",
      },
    ];
  }
  if (!isWhole("/provider") || !isWhole("/credentials") || !isObject(document["operations"] ?? {})) return [];
  const names = Object.keys(document["operations"] ?? {});
  const sound = names.filter((name) => isWhole(`/operations/${name}`));
  const written = document as unknown as ContractDocument;
  const operations = Object.fromEntries(
    sound.flatMap((name) => {
      const operation = written.operations?.[name];
      return operation === undefined ? [] : [[name, operation]];
    }),
  );
  const { webhooks: told, ...rest } = written;
  const whole = told === undefined || !isWhole("/webhooks") ? rest : { ...rest, webhooks: told };
  const { credentials, operations: known, webhooks } = normalise({ ...whole, operations }, silent);
  const placed = known.map((operation) => ({ operation, pointer: `/operations/${operation.name}` }));
  return [
    ...checkCredentials(credentials, written.credentials, known),
    ...placed.flatMap(({ operation, pointer }) => [
      ...checkRequest(operation, credentials, `${pointer}/request`),
      ...checkAnswer(operation, `${pointer}/answer`),
      ...checkErrors(operation, `${pointer}/errors`),
      ...checkLinks(operation, names, pointer),
    ]),
    ...checkRoutes(placed),
    ...(webhooks === undefined ? [] : checkWebhooks(webhooks, known)),
  ];
}

/** A key by which people ask for batch writes is refused in words rather than as unknown. */
export function refuseBatches(problems: readonly Problem[]): Problem[] {
  return problems.map((problem) =>
    problem.code === "unknown-key" && /^\/operations\/.*\/(?:batch|bulk|items|effects)$/.test(problem.pointer)
      ? batchRefused(problem.pointer)
      : problem,
  );
}
