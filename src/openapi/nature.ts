import type { Nature } from "../contract/model.js";
import { wordsOf } from "./names.js";

const makes = new Set([
  "create",
  "add",
  "new",
  "insert",
  "submit",
  "send",
  "start",
  "initiate",
  "place",
  "make",
]);
const reads = new Set([
  "get", "list", "search", "query", "find", "lookup", "retrieve", "fetch", "count", "filter", "introspect", "estimate",
  "calculate", "preview", "evaluate", "validate", "download", "read",
]); // prettier-ignore
const sets = new Set([
  "update", "set", "edit", "modify", "replace", "patch", "put", "rename", "move", "enable", "disable", "activate",
  "deactivate", "suspend", "unsuspend", "lock", "unlock", "archive", "unarchive", "complete", "close", "reopen", "mark",
  "cancel", "void", "subscribe", "unsubscribe",
]); // prettier-ignore
const removes = new Set(["delete", "remove", "revoke", "purge", "destroy", "unregister", "clear", "unlink"]);

/** A nature, and the words that a reader needs to doubt it. */
export interface GuessedNature {
  nature: Nature;
  from: string;
}

/**
 * What a repeat of an operation would do, guessed from its method and its name. In doubt a POST creates: that is the
 * reading that does least harm.
 */
export function guessNature(method: string, path: string, id: string): GuessedNature {
  if (method === "DELETE") return { nature: "removes", from: "the method DELETE" };
  if (method === "PUT" || method === "PATCH") return { nature: "sets", from: `the method ${method}` };
  const words = wordsOf(id);
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const verbs = [...wordsOf(segments.at(-1) ?? ""), words[0] ?? "", words.at(-1) ?? ""];
  const verb = (known: ReadonlySet<string>): string | undefined => verbs.find((word) => known.has(word));
  if (words.some((word) => makes.has(word))) return { nature: "creates", from: "the method POST" };
  for (const [nature, known] of [
    ["reads", reads],
    ["removes", removes],
    ["sets", sets],
  ] as const) {
    const word = verb(known);
    if (word !== undefined) return { nature, from: `the word '${word}' in its name` };
  }
  return { nature: "creates", from: "the method POST" };
}
