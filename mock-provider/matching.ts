import type { Lookup } from "../src/contract/model.js";

/** How loosely a provider finds a reference by what is searched for. */
export function matcherFor(matching: Lookup["matching"]): (reference: string, searched: string) => boolean {
  return matchers[matching];
}

const matchers: Record<Lookup["matching"], (reference: string, searched: string) => boolean> = {
  exact: (reference, searched) => reference === searched,
  prefix: (reference, searched) => reference.startsWith(searched),
  contains: (reference, searched) => reference.includes(searched),
  fuzzy: (reference, searched) => {
    const words = wordsOf(reference);
    const text = words.join("");
    // Like a search engine: case and punctuation do not count, and a word is found by its beginning.
    return (
      text.includes(wordsOf(searched).join("")) ||
      wordsOf(searched).every((word) => words.some((known) => known.startsWith(word)))
    );
  },
};

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
