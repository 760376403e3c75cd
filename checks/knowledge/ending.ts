import {
  keyIsPointless,
  keyIsUsable,
  nextMoves,
  type StateOfKnowledge,
  type Unresolved,
} from "../../src/contract/next-moves.js";
import { findingLookups, retrySafety } from "../../src/contract/retry-safety.js";
import { only } from "../../src/core/history.js";
import type { Case } from "../rule.js";
import { accountNames } from "./accounts.js";
import type { Ask } from "./asks.js";
import { hasContent, hasReference } from "./content.js";
import type { Claimed, Intent } from "./intent.js";
import { lockedOut } from "./refreshes.js";
import { readingsOf, statesAt } from "./state.js";
import { provenAfter } from "./times.js";
import { declaredWait, patientUntil } from "./waits.js";

/** How a business key stands when the history ends. */
export interface Ending {
  intent: Intent;
  /** Its last word; null when nothing was ever said. */
  last: Claimed | null;
  states: StateOfKnowledge[];
  /** The last message in which it could act. */
  ask: Ask;
  /** What the contract offers to settle it; null when it offers nothing, or offered nothing in time. */
  means: string | null;
  /** It is for a person to settle: the contract offers nothing at all. */
  isForPeople: boolean;
  /** It was tried often enough, and a person is told. */
  isGivenUp: boolean;
}

/** So many attempts may be enough; nobody has to go on for ever. */
const enoughSends = 4;

const unresolvedWords = new Set(["unknown", "pending", "absent"]);

/** The business keys that are unresolved when the faults are over. */
export function unresolvedEndings(c: Case): Ending[] {
  const settle = only(c.history.entries, "step").find(({ step }) => step.step === "settle");
  return c.knowledge.intents.flatMap((intent) => {
    const said = intent.claims.filter(({ varied }) => varied === null);
    // Of twins only one has the last word, and the other may speak after it.
    if (said.some(({ claim }) => !unresolvedWords.has(claim.outcome))) return [];
    const last = said.at(-1) ?? null;
    const ask = lastAsk(c, intent);
    if (ask === null || ask.why === "patience" || ask.until === Number.POSITIVE_INFINITY) return [];
    const end = c.history.entries.at(-1);
    const states = statesAt(intent, { seq: Number.POSITIVE_INFINITY, at: end?.at ?? 0 }, c.history);
    const known = states.every(({ knows }) => knows === "receipt");
    const hadItsChance = settle !== undefined && ask.seq > settle.seq;
    if (!known && !hadItsChance) return [];
    const locked = isLockedOut(c, intent, Number.POSITIVE_INFINITY);
    const means = states.map((state) =>
      locked === "no" || state.knows === "receipt" ? meansIn(c, intent, state, ask) : null,
    );
    const [first] = means;
    return [
      {
        intent,
        last,
        states,
        ask,
        means: first !== undefined && means.every((each) => each !== null) ? first : null,
        isForPeople:
          (locked === "certainly" && !known) ||
          (states.length > 0 && states.every((state) => isForPeople(c, intent, state))),
        isGivenUp: intent.sends.length >= enoughSends && last?.claim.needsHuman === true,
      },
    ];
  });
}

/** Whether there is no access token to be had any more for the account of an intent. */
export function isLockedOut(c: Case, { account }: Intent, before: number): ReturnType<typeof lockedOut> {
  const names = accountNames(c.history.entries, c.knowledge.asks);
  const name = account === null ? null : (names.get(account) ?? account);
  return lockedOut(c.knowledge, c.contract.credentials.oauth, name, before);
}

function lastAsk(c: Case, intent: Intent): Ask | null {
  return (
    c.knowledge.asks.findLast(
      (ask) =>
        ask.command !== "inspect" &&
        (ask.businessKey === intent.businessKey || ask.businessKey === null) &&
        (intent.account === null || ask.account === intent.account),
    ) ?? null
  );
}

/** What settles it, in a few words; null when nothing does. */
function meansIn(c: Case, intent: Intent, state: StateOfKnowledge, ask: Ask): string | null {
  const { operation } = intent;
  switch (state.knows) {
    case "receipt":
      // What only a lookup shows, beside something else under its name, is for a careful connector to hold.
      return wasTold(intent) || !hasLookalike(c, intent) ? "its receipt was there" : null;
    case "outcome-failed":
      return "its outcome was known";
    case "mismatch":
      return null;
    case "nothing-sent":
      // Killed before it sent anything, it may not have got as far as to write it down: whoever asked has to ask again.
      if (intent.performs.every(({ end }) => end === "unanswered")) return null;
      return retrySafety(operation) === "hold-for-human" ? null : "it can be sent";
    case "not-sent":
      return retrySafety(operation) === "hold-for-human" ? null : "it can be sent";
    case "refused":
      return hasToWait(c, intent, ask) ? null : "the answer was a refusal";
    case "acknowledged":
      return outcomeSettled(c, intent, ask) ? "its outcome can be asked for" : null;
    case "original-named":
      return state.original === null ? lookupMeans(c, intent, ask) : "the refusal names the original";
    case "in-flight":
      return lookupMeans(c, intent, ask);
    default:
      if (state.lookup === "absent") return "its absence was proven";
      if (operation.nature !== "creates")
        return hasToWait(c, intent, ask) ? null : "repeating it is harmless";
      if (
        keyIsUsable(operation, state) &&
        !keyIsPointless(operation, state) &&
        !wasRefused(state) &&
        !hasToWait(c, intent, ask)
      ) {
        return "the same key may be sent again";
      }
      return lookupMeans(c, intent, ask);
  }
}

/** Whether the last answer declared a wait that was not over when the connector could act for the last time. */
function hasToWait(c: Case, intent: Intent, ask: Ask): boolean {
  const send = intent.sends.at(-1);
  if (send === undefined) return false;
  const wait = declaredWait(intent, send, Number.POSITIVE_INFINITY, c.history, c.knowledge.asks);
  return (wait?.untilAt ?? patientUntil(send) ?? 0) > ask.at;
}

/** Whether a repeat under the key was refused for good, though that says nothing of the first attempt. */
function wasRefused({ failures }: Unresolved): boolean {
  const last = failures.at(-1);
  if (last === undefined || last.status < 400 || last.status >= 500) return false;
  return last.error === null || last.error.next === "stop" || last.error.next === "hold";
}

/** Whether a lookup would have shown the effect by the last message, or have proven its absence. */
function lookupMeans(c: Case, intent: Intent, ask: Ask): string | null {
  const { operation, wanted, effects } = intent;
  const lookups = findingLookups(operation);
  if (lookups.length === 0 || hasLookalike(c, intent)) return null;
  const last = Math.max(...intent.sends.map(({ at }) => at), ...intent.blind.map(({ at }) => at));
  const live = effects.filter(
    ({ effect, removedSeq }) =>
      removedSeq === Number.POSITIVE_INFINITY && hasContent(operation, effect.content, wanted.payload),
  );
  const hasClock = c.history.capabilities.includes("clock");
  const [single, ...others] = live;
  if (single !== undefined && others.length === 0) {
    // Whoever goes on sending could have looked as well.
    const bornAt = c.history.entries.find(({ seq }) => seq === single.seq)?.at ?? last;
    const found = lookups.some(({ lag }) => {
      const lagMs = lag.atMostMs.promised ?? lag.typicallyMs;
      return ask.at - bornAt >= (hasClock ? lagMs : Math.min(lagMs, c.history.timing.lookupLagMs ?? 200));
    });
    return found ? "a lookup shows it" : null;
  }
  if (others.length > 0) return null;
  const proves = lookups.some((lookup) => {
    const afterMs = provenAfter(operation, lookup, c.history);
    return afterMs !== null && ask.at - last > afterMs;
  });
  return proves ? "a lookup proves that it is absent" : null;
}

/** Whether the provider itself said that it exists, to the write or to a poll, and it was certainly read. */
function wasTold({ sends, polls }: Intent): boolean {
  return (
    sends.some((send) =>
      readingsOf(send, Number.POSITIVE_INFINITY).every(({ is }) => is === "receipt" || is === "original"),
    ) || polls.some(({ says }) => says === "succeeded")
  );
}

/** Whether something that the kit planted cannot be told from it, or stands under its reference. */
function hasLookalike(c: Case, { operation, wanted }: Intent): boolean {
  return only(c.history.entries, "effect-committed").some(
    ({ effect }) =>
      effect.planted &&
      effect.operation === operation.name &&
      hasReference(operation, effect, wanted.businessKey),
  );
}

function outcomeSettled(c: Case, intent: Intent, ask: Ask): boolean {
  if (intent.operation.answer.outcome?.by !== "poll") return false;
  const tickets = intent.sends.map((send) =>
    send.reading.is === "acknowledgement" ? send.reading.ticket : null,
  );
  return only(c.history.entries, "outcome-settled").some(
    ({ seq, ticket }) => seq < ask.seq && tickets.includes(ticket),
  );
}

function isForPeople(c: Case, intent: Intent, state: StateOfKnowledge): boolean {
  if (nextMoves(intent.operation, state).hold) return true;
  if (state.knows !== "ambiguous" || retrySafety(intent.operation) !== "hold-for-human") return false;
  // It was looked for to the end, was not found, and that never proves anything here.
  const last = intent.sends.at(-1);
  const looked = intent.looks.filter((look) => look.toTheEnd && last !== undefined && look.seq > last.seq);
  const exists = intent.effects.some(({ removedSeq }) => removedSeq === Number.POSITIVE_INFINITY);
  return looked.length > 0 && !exists;
}
