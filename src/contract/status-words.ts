import type { StatusWord } from "./webhooks-model.js";

/** Whether an answer's status (or that there was none) is one of those a list speaks of. */
export function isOneOf(words: readonly StatusWord[], status: number | "noAnswer"): boolean {
  if (status === "noAnswer") return words.includes("noAnswer");
  return words.some((word) => word === status || word === `${Math.floor(status / 100)}xx`);
}
