import type { Lookup, Operation } from "../../src/contract/model.js";
import { findingLookups } from "../../src/contract/retry-safety.js";
import type { Effect, EntryOf } from "../../src/core/history.js";
import { getAt } from "../../src/core/pointer.js";
import { scalarsIn } from "./content.js";

/** One lookup with all the pages that were read of it. */
export interface Look {
  /** `seq` and times of its first request. */
  seq: number;
  at: number;
  /** `seq` of its last answer. */
  endSeq: number;
  index: number;
  lookup: Lookup;
  requests: EntryOf<"request-received">[];
  /** Effects it showed. */
  saw: Effect[];
  /** Every page up to the last was read, from the first on. */
  toTheEnd: boolean;
  /** At least one page was answered readably. */
  answered: boolean;
  /** The provider said itself that matches may be missing. */
  saidIncomplete: boolean;
  /** It can find an effect of which only the request is known. */
  finds: boolean;
}

interface Exchange {
  request: EntryOf<"request-received">;
  answer: EntryOf<"request-answered"> | null;
}

/** Groups the lookups of one operation into looks: a first page and those that follow it. */
export function looksIn(
  operation: Operation,
  exchanges: readonly Exchange[],
  effects: readonly Effect[],
): Look[] {
  const looks: Look[] = [];
  for (const { request, answer } of exchanges) {
    const lookup = operation.lookups[request.lookup ?? -1];
    if (lookup === undefined || request.lookup === null) continue;
    const open = isFirstPage(lookup, request)
      ? undefined
      : looks.findLast((look) => look.index === request.lookup && sameQuestion(look, request));
    const look = open ?? startLook(operation, lookup, request);
    if (open === undefined) {
      looks.push(look);
      look.toTheEnd = false;
    } else look.requests.push(request);
    if (answer !== null) readPage(look, request, answer, effects);
  }
  return looks;
}

function startLook(operation: Operation, lookup: Lookup, request: EntryOf<"request-received">): Look {
  return {
    seq: request.seq,
    at: request.at,
    endSeq: Number.POSITIVE_INFINITY,
    index: request.lookup ?? 0,
    lookup,
    requests: [request],
    saw: [],
    toTheEnd: false,
    answered: false,
    saidIncomplete: false,
    finds: findingLookups(operation).includes(lookup),
  };
}

function readPage(
  look: Look,
  request: EntryOf<"request-received">,
  answer: EntryOf<"request-answered">,
  effects: readonly Effect[],
): void {
  const { lookup } = look;
  const absent = lookup.items === null && answer.status === lookup.absent.status;
  if (!answer.complete || (answer.status >= 300 && !absent)) return;
  look.answered = true;
  look.endSeq = answer.seq;
  const marks = Object.entries(lookup.incomplete);
  if (marks.length > 0 && marks.every(([pointer, value]) => getAt(answer.body, pointer) === value)) {
    look.saidIncomplete = true;
  }
  const fromTheStart = look.requests[0] !== undefined && isFirstPage(lookup, look.requests[0]);
  if (fromTheStart && (answer.found?.lastPage ?? lookup.items === null)) look.toTheEnd = true;
  const scalars = scalarsIn(answer.body);
  for (const effect of effects) {
    const named = answer.found === undefined || answer.found.effects.includes(effect.id);
    const shown = effect.names.some((name) => scalars.has(name)) || scalars.has(effect.id);
    if (named && shown && !look.saw.includes(effect)) look.saw.push(effect);
  }
}

/** Whether a lookup request asks for the first page. */
function isFirstPage(lookup: Lookup, request: EntryOf<"request-received">): boolean {
  if (lookup.pages === null) return true;
  const value = request.query[lookup.pages.parameter];
  if (value === undefined || value === "") return true;
  return (
    (lookup.pages.style === "page" && (value === "1" || value === "0")) ||
    (lookup.pages.style === "offset" && value === "0")
  );
}

function sameQuestion(look: Look, request: EntryOf<"request-received">): boolean {
  const first = look.requests[0];
  const page = look.lookup.pages?.parameter;
  if (first === undefined || first.path !== request.path) return false;
  return Object.entries(first.query).every(
    ([name, value]) => name === page || request.query[name] === undefined || request.query[name] === value,
  );
}
