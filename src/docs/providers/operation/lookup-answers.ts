import type { Lookup, Operation } from "../../../contract/model.js";
import { canFind, provenAfterMs } from "../../../contract/retry-safety.js";
import type { Evidence } from "../evidence.js";
import { code, type Inline, type Text } from "../page/content.js";
import { durationInWords, fieldName, notDocumented, routeText, valueText } from "../words.js";

const byWords: Record<Lookup["by"], string> = {
  id: "By the effect’s id",
  reference: "By the name of your own record",
  scan: "By listing recent effects and comparing them",
};

/** Every way to find a prior effect, and what its silence is worth. */
export function lookupAnswers(operation: Operation, pointer: string, evidence: Evidence): Text[] {
  if (operation.lookups.length === 0) {
    return [evidence.state(`${pointer}/lookup`, "No. The provider offers no way to find it.")];
  }
  return operation.lookups.flatMap((lookup, at): Text[] => {
    const below = `${pointer}/lookup/${at}`;
    const idle = canFind(operation, lookup) ? "" : " (only once you know the id, so not after a lost answer)";
    return [
      evidence.state(
        `${below}/lag`,
        byWords[lookup.by],
        idle,
        ": ",
        code(routeText(lookup.request)),
        ". ",
        ...lag(lookup),
        ...pages(lookup),
      ),
      evidence.state(`${below}/complete`, ...silence(operation, lookup)),
    ];
  });
}

function lag({ lag: { typicallyMs, atMostMs } }: Lookup): Inline[] {
  const most = atMostMs.promised;
  if (most === 0) return ["It shows what exists at once."];
  const typically =
    typicallyMs > 0 ? `It is typically ${durationInWords(typicallyMs)} behind` : "It may be behind";
  return most === null
    ? [`${typically}; at most: `, notDocumented, "."]
    : [`${typically}, at most ${durationInWords(most)}.`];
}

function pages({ pages: paged }: Lookup): Inline[] {
  return paged === null ? [] : [` It comes in pages of up to ${paged.size}: read them all.`];
}

function silence(operation: Operation, lookup: Lookup): Inline[] {
  const incomplete = Object.entries(lookup.incomplete).map(
    ([at, value]) => `${fieldName(at)} is ${valueText(value)}`,
  );
  const unless = incomplete.length === 0 ? "" : `, unless ${incomplete.join(" or ")}`;
  const afterMs = provenAfterMs(operation, lookup);
  if (afterMs !== null) {
    const when = afterMs === 0 ? "at once" : `${durationInWords(afterMs)} after the last request`;
    return [`If it finds nothing, that is proof ${when}${unless}.`];
  }
  const reasons: Inline[][] = [];
  if (lookup.complete.promised === false) reasons.push(["it may leave matches out"]);
  if (lookup.complete.promised === null) reasons.push(["whether it is complete is ", notDocumented]);
  if (lookup.lag.atMostMs.promised === null) reasons.push(["how far behind it can be is ", notDocumented]);
  if (operation.settlesWithinMs.promised === null) {
    reasons.push(["how long a request may still be running after you gave up is ", notDocumented]);
  }
  return [
    "If it finds nothing, that is no proof: ",
    ...reasons.flatMap((reason, at) => (at === 0 ? reason : ["; ", ...reason])),
    ".",
  ];
}
