import { closestMatch } from "leven";

/** ` Did you mean 'x'?` (with the leading space) when one of the known words is close; else the list of known words. */
export function suggest(word: string, known: readonly string[]): string {
  const sameButForCase = known.find((one) => one.toLowerCase() === word.toLowerCase());
  if (sameButForCase !== undefined) return ` Did you mean '${sameButForCase}'?`;
  // Two letters changed in a word of three is another word.
  const maxDistance = word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const closest = closestMatch(word, [...known], { maxDistance });
  if (closest !== undefined) return ` Did you mean '${closest}'?`;
  return known.length === 0 ? "" : ` Known: ${[...known].sort().join(", ")}.`;
}
