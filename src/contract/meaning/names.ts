import { isObject, type Json } from "../../core/json.js";
import { isPointer } from "../../core/pointer.js";
import { suggest } from "../../core/suggest.js";
import { namesIn } from "../../core/template.js";
import type { Problem } from "../diagnostics.js";
import { show } from "../explain.js";
import { below } from "../schema/walk.js";
import type { TemplateGroup } from "../schema/words.js";
import { isTemplateName, knownNames } from "../template-names.js";

/** What the keys of a mapping must look like, by the word the schema gives in `keysAre`. */
const keyForms: Record<string, { fits: (key: string) => boolean; says: string }> = {
  pointer: { fits: isPointer, says: "a JSON Pointer such as /error/code" },
  header: { fits: (key) => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(key), says: "the name of an HTTP header" },
  operation: {
    fits: (key) => /^[a-z][A-Za-z0-9]*$/.test(key),
    says: "a camelCase name such as createTicket",
  },
};

/** Keys that are not what they stand for. */
export function checkKeys(value: Json, keysAre: string, pointer: string): Problem[] {
  const form = keyForms[keysAre];
  if (form === undefined || !isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !form.fits(key))
    .map((key) => ({
      pointer: below(pointer, key),
      at: "key",
      code: "wrong-key",
      message: `expected ${form.says} as key, got ${show(key)}.`,
    }));
}

/** Names inside `{{…}}` that mean nothing where they stand, and braces that never close. */
export function checkTemplates(value: Json, group: TemplateGroup, pointer: string): Problem[] {
  if (Array.isArray(value))
    return value.flatMap((item, at) => checkTemplates(item, group, below(pointer, at)));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, child]) => checkTemplates(child, group, below(pointer, key)));
  }
  if (typeof value !== "string" || !value.includes("{{")) return [];
  if (
    value
      .replaceAll("{{{{", "")
      .replaceAll(/\{\{[^{}]*\}\}/g, "")
      .includes("{{")
  ) {
    return [
      {
        pointer,
        code: "open-template",
        message: `${show(value)} opens a template that never closes.`,
        hint: "Write {{{{ for braces that mean themselves.",
      },
    ];
  }
  return namesIn(value)
    .filter((name) => !isTemplateName(name, group))
    .map((name) => ({
      pointer,
      code: "unknown-template-name",
      message: `unknown template name '${name}'.${suggest(name, knownNames(group))}`,
    }));
}
