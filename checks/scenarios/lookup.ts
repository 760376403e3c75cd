import type { Lookup, Operation } from "../../src/contract/model.js";
import { findingLookups, provableAbsence } from "../../src/contract/retry-safety.js";
import type { JsonObject } from "../../src/core/json.js";
import type { Capability } from "../../src/core/protocol.js";
import { getAt } from "../../src/core/pointer.js";
import type { Step, Variant } from "../../src/core/scenario.js";
import { answerOptions, rateLimitOf } from "../declared-errors.js";
import { forceLookup, isUnique, type ForcedLookup } from "../means.js";
import type { Scenario, Subject } from "../scenario.js";
import { advance, fault, order, reconcile, settle } from "../steps.js";

const names = [
  "lagging",
  "nearly-settled",
  "second-page",
  "second-page-failing",
  "decoy-same-subject",
  "decoy-same-reference-other-content",
  "several-matches",
  "forbidden",
  "failing",
  "rate-limited",
  "incomplete",
] as const;

interface Played {
  before?: Step[];
  world: "committed" | "never";
  after?: Step[];
  needs?: Capability[];
}

type Made = Played | { notApplicable: string };

/** A look that comes this much before its silence is proof is too early, whatever the machine does meanwhile; ms. */
const shortOfProofMs = 5000;

export default {
  id: "lookup",
  title: "Only a lookup can tell, and it has its own weaknesses",
  why: "A search may lag, have pages, find what is not ours, or fail. None of these is evidence of absence.",
  family: "lookup",
  plan: (subject): Variant[] => {
    const forced = forceLookup(subject.operation);
    return names.map((name) => {
      if ("notApplicable" in forced) return { name, notApplicable: forced.notApplicable };
      const made = make[name](subject, forced);
      if ("notApplicable" in made) return { name, notApplicable: made.notApplicable };
      return {
        name,
        steps: [...(made.before ?? []), ...forced.steps(made.world), ...(made.after ?? []), settle],
        needs: [...new Set([...forced.needs, ...(made.needs ?? [])])],
      };
    });
  },
} satisfies Scenario;

const make: Record<(typeof names)[number], (subject: Subject, forced: ForcedLookup) => Made> = {
  lagging: ({ operation }, forced) => {
    if (!lookupsLag(operation)) return { notApplicable: "the lookup does not lag" };
    if (!forced.lags) {
      return { notApplicable: "a lookup is needed only after the key's retention, when no lag is left" };
    }
    return { world: "committed" };
  },
  "nearly-settled": ({ operation }) => {
    const proof = provableAbsence(operation);
    if (proof === null) return { notApplicable: "no silence of the lookup is ever proof of absence" };
    const tooEarlyMs = proof.afterMs - Math.max(shortOfProofMs, 0.05 * proof.afterMs);
    if (tooEarlyMs < shortOfProofMs) {
      return { notApplicable: "the silence of the lookup is proof within a few seconds" };
    }
    return { world: "never", after: [advance(Math.floor(tooEarlyMs)), reconcile], needs: ["clock"] };
  },
  "second-page": ({ operation }) => {
    const surrounded = onSecondPage(operation);
    return "notApplicable" in surrounded ? surrounded : { world: "committed", before: surrounded.steps };
  },
  "second-page-failing": ({ contract, operation }) => {
    const surrounded = onSecondPage(operation);
    if ("notApplicable" in surrounded) return surrounded;
    if (
      findingLookups(operation).some(
        (lookup) => lookup.pages === null || neighbour(operation, lookup) === null,
      )
    ) {
      return { notApplicable: "another lookup finds it without a further page" };
    }
    const made = whileProofIsDue(
      operation,
      fault("answer-with", "received", {
        on: { role: "lookup", nth: "every", furtherPage: true },
        times: "untilSettle",
        options: { ...answerOptions({ ...contract.provider.refusals.gateway, status: 503 }), by: "gateway" },
      }),
    );
    // Where absence is never proven, at least until the neighbours show and there is a second page.
    const isProvable = provableAbsence(operation) !== null;
    const after = isProvable ? made.after : [reconcile, advance(lagOf(operation) + 1000), reconcile];
    return { ...made, before: [...surrounded.steps, ...made.before], after };
  },
  "decoy-same-subject": ({ operation }) =>
    operation.request.reference === null
      ? { notApplicable: "nothing in the request tells two orders with equal content apart" }
      : {
          world: "never",
          before: [
            { step: "decoy", businessKey: order, like: "same-content" },
            ...(findingLookups(operation).some((lookup) => neighbour(operation, lookup) === "near-reference")
              ? [{ step: "decoy", businessKey: order, like: "near-reference" } as const]
              : []),
          ],
        },
  "decoy-same-reference-other-content": ({ operation }) =>
    operation.request.reference === null || operation.request.varies === null
      ? { notApplicable: "the request has no reference, or no field that may vary" }
      : { world: "never", before: [{ step: "decoy", businessKey: order, like: "same-reference" }] },
  "several-matches": ({ operation }) =>
    isUnique(operation)
      ? { notApplicable: "the provider's rule of uniqueness keeps a second match from existing" }
      : { world: "committed", before: [{ step: "decoy", businessKey: order, like: "twin", beside: true }] },
  forbidden: ({ contract, operation }) =>
    whileProofIsDue(
      operation,
      onLookup("answer-with", {
        ...answerOptions({ ...contract.provider.refusals.unauthorized, status: 403 }),
        by: "provider",
      }),
    ),
  failing: ({ contract, operation }) =>
    whileProofIsDue(
      operation,
      onLookup("answer-with", {
        ...answerOptions({ ...contract.provider.refusals.gateway, status: 503 }),
        by: "gateway",
      }),
    ),
  "rate-limited": ({ operation }) => {
    const limit = rateLimitOf(operation);
    if (limit === undefined) return { notApplicable: "the contract declares no rate limit" };
    return whileProofIsDue(
      operation,
      onLookup("answer-with", { ...answerOptions(limit), by: "provider", name: limit.name }),
    );
  },
  incomplete: ({ operation }) =>
    findingLookups(operation).every(isWhole)
      ? { notApplicable: "the lookup never leaves matches out" }
      : whileProofIsDue(operation, onLookup("incomplete-lookup", {})),
};

/** Steps that put it on no first page, whichever way the list is ordered: as many neighbours before it as after it. */
function onSecondPage(operation: Operation): { steps: Step[] } | { notApplicable: string } {
  const paged = findingLookups(operation).filter(({ pages }) => pages !== null);
  if (paged.length === 0) return { notApplicable: "the lookup has no pages" };
  const listing = paged.find((lookup) => neighbour(operation, lookup) !== null);
  const like = listing === undefined ? null : neighbour(operation, listing);
  if (listing?.pages == null || like === null) {
    return { notApplicable: "the lookup finds one reference exactly, which fills no page" };
  }
  const count = listing.pages.size;
  return {
    steps: [
      { step: "decoy", businessKey: order, like, count },
      { step: "decoy", businessKey: order, like, count, beside: true },
    ],
  };
}

/** It took effect, and the lookup is of no use until after the moment at which its silence would have been proof. */
function whileProofIsDue(
  operation: Operation,
  broken: Step,
): { before: Step[]; world: "committed"; after: Step[] } {
  const proof = provableAbsence(operation);
  return {
    world: "committed",
    before: [broken],
    after: proof === null ? [reconcile] : [reconcile, advance(proof.afterMs + 1000), reconcile],
  };
}

function onLookup(id: string, options: JsonObject): Step {
  const at = id === "incomplete-lookup" ? "admitted" : "received";
  return fault(id, at, { on: { role: "lookup", nth: "every" }, times: "untilSettle", options });
}

/** A decoy that the lookup lists beside the real effect; null when it lists one reference only. */
function neighbour(operation: Operation, lookup: Lookup): "same-content" | "near-reference" | null {
  if (lookup.by === "scan") return "same-content";
  if (lookup.by !== "reference" || lookup.matching === "exact") return null;
  // A longer key at the end of a text leaves the shorter one in it; in the middle it does not.
  const { reference, example } = operation.request;
  const text = reference === null ? undefined : getAt(example.body, reference);
  const isAtEnd = typeof text === "string" && /\{\{\s*businessKey\s*\}\}$/.test(text);
  return lookup.matching === "fuzzy" || isAtEnd ? "near-reference" : null;
}

function lookupsLag(operation: Operation): boolean {
  return findingLookups(operation).some(({ lag }) => lag.typicallyMs > 0 || lag.atMostMs.enacted !== 0);
}

/** How long an effect may not show, ms. */
function lagOf(operation: Operation): number {
  return Math.max(
    0,
    ...findingLookups(operation).flatMap(({ lag }) => [lag.typicallyMs, lag.atMostMs.enacted ?? 0]),
  );
}

function isWhole(lookup: Lookup): boolean {
  return lookup.complete.promised === true && Object.keys(lookup.incomplete).length === 0;
}
