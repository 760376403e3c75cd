import {
  type Moves,
  nextMoves,
  type StateOfKnowledge,
  type Unresolved,
} from "../../src/contract/next-moves.js";
import { findingLookups } from "../../src/contract/retry-safety.js";
import { only } from "../../src/core/history.js";
import type { Case } from "../rule.js";
import { hasContent, hasTarget, isOther } from "./content.js";
import type { Ask } from "./asks.js";
import type { Intent, Send } from "./intent.js";
import { readingsOf, resultOf, statesAt } from "./state.js";
import { keyAge } from "./times.js";

/** What is wrong with a send, told by the one rule that tells it best. */
export interface SendOffence {
  rule:
    | "conflict-stops"
    | "claims-first"
    | "hidden-resend"
    | "stable-key"
    | "fresh-key"
    | "reads-to-the-end"
    | "looks-before-it-sends"
    | "held"
    | "allowed-send";
  intent: Intent;
  send: Send;
  previous: Send | null;
  state: StateOfKnowledge;
  moves: Moves;
  entries: number[];
}

/** Every send that the table of next moves does not allow. */
export function sendOffences(c: Case): SendOffence[] {
  return c.knowledge.intents.flatMap((intent) =>
    intent.sends.flatMap((send, index) => {
      const offence = judgeSend(c, intent, send, intent.sends[index - 1] ?? null);
      return offence === null ? [] : [offence];
    }),
  );
}

function judgeSend(c: Case, intent: Intent, send: Send, previous: Send | null): SendOffence | null {
  const states = statesAt(intent, send, c.history);
  // Where it may have lost what it read, it is told what to do without it.
  const state = states.find(isUnresolved) ?? states[0];
  if (state === undefined) return null;
  const moves = nextMoves(intent.operation, state);
  const offence = (rule: SendOffence["rule"], ...entries: number[]): SendOffence => ({
    rule,
    intent,
    send,
    previous,
    state,
    moves,
    entries: [send.seq, ...(previous === null ? [] : [previous.seq]), ...entries],
  });
  if (carriesOtherPayload(intent, send)) {
    // Said once: repeats of it are the same flaw.
    return previous !== null && carriesOtherPayload(intent, previous) ? null : offence("conflict-stops");
  }
  if (previous === null) {
    const blindly = states.every((each) => isUnresolved(each) && !allows(c, intent, send, each));
    return blindly ? offence(ruleFor(intent, send, states)) : null;
  }
  const twin = twinOf(c, intent, send, previous);
  if (twin !== null) return offence("claims-first", ...twin);
  if (states.some((each) => allows(c, intent, send, each))) return null;
  const died = diedUnanswered(c, intent, send, previous);
  if (died !== null) return offence("hidden-resend", died);
  const rule = ruleFor(intent, send, states);
  if (rule === "reads-to-the-end") {
    const look = unreadLook(intent, send, previous);
    return offence(rule, ...(look === null ? [] : [look.endSeq]));
  }
  return offence(rule, ...(previous.readSeq < send.seq ? [previous.readSeq] : []));
}

function isUnresolved(state: StateOfKnowledge): state is Unresolved {
  return state.knows === "ambiguous" || state.knows === "in-flight";
}

function allows(c: Case, intent: Intent, send: Send, state: StateOfKnowledge): boolean {
  const moves = nextMoves(intent.operation, state);
  if (moves.send === "any") return true;
  const earlier = intent.sends.findLast((other) => other.seq < send.seq);
  // What broke while connecting was never seen, hence neither was its key.
  const sameKey = earlier === undefined || send.key === earlier.key;
  if (moves.send === "same-key") return sameKey;
  const definite = state.knows !== "ambiguous" && state.knows !== "in-flight";
  // Repeats that the provider answers from memory, or that change nothing, do no harm.
  const exists = state.knows === "receipt" || state.knows === "acknowledged";
  if (exists && intent.operation.nature !== "creates") return true;
  if (exists && sameKey && send.key !== null) return !isStale(intent, send);
  return definite && !exists && state.knows !== "mismatch" && wasAskedAgain(c, intent, send);
}

/** Whether a later perform, after the last answer was there, asked for it again. */
function wasAskedAgain(c: Case, intent: Intent, send: Send): boolean {
  const last = intent.sends.findLast((other) => other.seq < send.seq);
  const ask = intent.performs.findLast((perform) => perform.seq < send.seq);
  const said = c.history.entries.some(
    (entry) =>
      entry.kind === "claimed" && ask !== undefined && entry.seq < ask.seq && entry.seq > (last?.seq ?? 0),
  );
  return ask !== undefined && last !== undefined && said && ask.seq > last.seq;
}

function ruleFor(intent: Intent, send: Send, states: readonly StateOfKnowledge[]): SendOffence["rule"] {
  const { operation } = intent;
  const earlier = intent.sends.filter((other) => other.seq < send.seq);
  const known = earlier.at(-1)?.key ?? null;
  const isSettled = states.every(
    (state) => state.knows === "mismatch" || nextMoves(operation, state).claims.includes("failed"),
  );
  const mayRepeat = states.some((state) => nextMoves(operation, state).send === "same-key");
  if (known !== null && send.key !== known && (mayRepeat || !isSettled)) return "stable-key";
  if (send.key !== null && earlier.length > 0 && isStale(intent, send)) return "fresh-key";
  if (!states.some(isUnresolved)) return "allowed-send";
  if (findingLookups(operation).length > 0) {
    return unreadLook(intent, send, earlier.at(-1) ?? null) === null
      ? "looks-before-it-sends"
      : "reads-to-the-end";
  }
  return operation.idempotency !== null && send.key === null ? "allowed-send" : "held";
}

/** Whether the provider may have forgotten the key of this send. */
function isStale(intent: Intent, send: Send): boolean {
  const forMs = intent.operation.idempotency?.retention.forMs ?? null;
  if (forMs === null || send.key === null) return false;
  const earlier = { ...intent, sends: intent.sends.filter((other) => other.seq < send.seq) };
  return keyAge(earlier, send.key, send.at) >= forMs;
}

/** The last look before a send, where it stopped before the last page without having found anything. */
function unreadLook(intent: Intent, send: Send, previous: Send | null): Intent["looks"][number] | null {
  const last = intent.looks.findLast(
    (look) => look.answered && look.endSeq < send.seq && look.seq > (previous?.seq ?? 0) && look.finds,
  );
  return last !== undefined && !last.toTheEnd && resultOf(intent, last) === "none" ? last : null;
}

function carriesOtherPayload(intent: Intent, send: Send): boolean {
  const { operation, wanted, performs } = intent;
  const { request } = send;
  const carries = ({ payload, parameters }: Pick<Ask, "payload" | "parameters">): boolean =>
    hasContent(operation, request.body, payload) && hasTarget(operation, request, parameters);
  const others = performs.filter((ask) => ask.seq < send.seq && isOther(ask, wanted));
  return others.some(carries) && !carries(wanted);
}

/**
 * Two performs of one business key were open at once and both dispatched: the second request came while the first was
 * still under way, or after an answer that its own sender cannot have missed. Gives the asks that show it.
 */
function twinOf(c: Case, intent: Intent, send: Send, previous: Send): number[] | null {
  const open = intent.performs.filter((ask) => ask.seq < send.seq && send.seq < ask.until);
  const overlapping = intent.performs.filter((ask) =>
    open.some((other) => other !== ask && ask.seq < other.until && other.seq < ask.until),
  );
  const [one] = open;
  if (one === undefined || overlapping.length === 0) return null;
  const begun = Math.max(...[...open, ...overlapping].map((ask) => ask.seq));
  if (previous.seq < Math.min(...[...open, ...overlapping].map((ask) => ask.seq)) || begun > send.seq)
    return null;
  const shown = [...new Set([...open, ...overlapping])].map(({ seq }) => seq);
  // A connector alone that gave up opens its next connection before the end of the last is noticed here.
  if (previous.endSeq > send.seq && send.wall - previous.wall < 0.8 * c.history.timing.timeoutMs)
    return shown;
  const receipts = readingsOf(previous, send.seq).every(
    (reading) => reading.is === "receipt" || reading.is === "acknowledgement",
  );
  return receipts ? shown : null;
}

/** The end of a kept-alive connection on which the previous request died, when the same bytes came at once on a new one. */
function diedUnanswered(c: Case, intent: Intent, send: Send, previous: Send): number | null {
  const { request } = previous;
  if (request.onConnection < 2 || previous.answer !== null || send.request.onConnection !== 1) return null;
  if (request.bodyHash !== send.request.bodyHash || request.path !== send.request.path) return null;
  const closed = only(c.history.entries, "connection-closed").find(
    ({ connection, seq }) => connection === request.connection && seq > request.seq && seq < send.seq,
  );
  if (closed === undefined || closed.by !== "provider") return null;
  const promptMs = Math.max(5, c.history.timing.retryDelayMs / 2);
  return send.wall - closed.wall <= promptMs ? closed.seq : null;
}
