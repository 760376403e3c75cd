import { neverAnswered, type Report, type Result } from "../core/verdict.js";

/** What has to be said before all results, since it explains them; null when they speak for themselves. */
export interface Headline {
  sentences: string[];
  /** Results that say nothing besides. */
  explains(result: Result): boolean;
}

/** A run in which nothing applied, or whose connector answered in no scenario that goes well. */
export function headlineOf({ results }: Report): Headline | null {
  const played = results.filter(({ verdict }) => verdict !== "not-applicable");
  if (played.length === 0) {
    return {
      sentences: [
        "Nothing was exercised: none of the chosen scenarios applies to this contract. That is no pass of anything.",
      ],
      explains: () => false,
    };
  }
  const plain = played.filter(({ scenario }) => scenario === "happy-path");
  const telling = plain.length > 0 ? plain : played;
  const [first] = telling;
  if (first === undefined || !telling.every(isSilent)) return null;
  const reason = first.reason ?? "";
  return {
    sentences: [
      `T${reason.slice(1)}`,
      `So it is in ${played.filter(isSilent).length} of ${played.length} scenarios, and nothing can be said of them. Mend this first: docs/connector.md says what an adapter answers.`,
    ],
    explains: (result) => result.verdict === "inconclusive" && isSilent(result),
  };
}

function isSilent({ reason }: Result): boolean {
  return reason?.startsWith(neverAnswered) === true;
}
