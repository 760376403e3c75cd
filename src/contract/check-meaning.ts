import { isObject, type Json } from "../core/json.js";
import type { Problem } from "./diagnostics.js";

/** What a schema cannot say: names that must exist, templates, pairs of keys. */
export function checkMeaning(document: Json, structural: readonly Problem[]): Problem[] {
  if (!isObject(document)) return [];
  const problems: Problem[] = [];
  if (document["operations"] === undefined && document["webhooks"] === undefined && structural.length === 0) {
    problems.push({
      pointer: "",
      at: "key",
      code: "nothing-stated",
      message: "the contract states neither `operations` nor `webhooks`.",
      hint: "Add one operation.",
    });
  }
  return problems;
}
