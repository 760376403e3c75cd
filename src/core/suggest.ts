import { closestMatch } from "leven";

/** ` Did you mean 'x'?` (with the leading space) when one of the known words is close; else the list of known words. */
export function suggest(word: string, known: readonly string[]): string {
  const maxDistance = Math.max(2, Math.floor(word.length / 3));
  const closest = closestMatch(word, [...known], { maxDistance });
  if (closest !== undefined) return ` Did you mean '${closest}'?`;
  return known.length === 0 ? "" : ` Known: ${[...known].sort().join(", ")}.`;
}
