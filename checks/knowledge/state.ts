import type { Failure, LookupResult, StateOfKnowledge } from "../../src/contract/next-moves.js";
import { isRemembered } from "../../src/contract/retry-safety.js";
import type { History } from "../../src/core/history.js";
import { looksLike } from "./content.js";
import type { Intent, Send } from "./intent.js";
import type { Look } from "./looks.js";
import type { Reading } from "./reading.js";
import { keyAge, provenAfter, slackFor } from "./times.js";

/** A moment of a history: what happened before `seq` counts; `at` is the provider's clock. */
interface Moment {
  seq: number;
  at: number;
}

/** One try at the write: a request that arrived, or a connection broken before one did. */
interface Attempt extends Moment {
  key: string | null;
  readings: Reading[];
}

/** An attempt and what its sender took the answer for. */
interface Read {
  send: Attempt;
  reading: Reading;
}

/** More readings of one history than this are not told apart: either all are the fullest or all the poorest. */
const mostUncertain = 5;

/**
 * Every state of knowledge that a careful connector can be in at a moment. Several where it may have lost what it read
 * (a crash) or never read it (a slow machine): it must not be blamed for what is right in any of them.
 */
export function statesAt(intent: Intent, moment: Moment, history: History): StateOfKnowledge[] {
  const attempts = attemptsOf(intent, moment.seq);
  return combine(attempts.map(({ readings }) => readings)).map((readings) =>
    stateOf(
      intent,
      attempts.map((send, index) => ({ send, reading: readings[index] ?? { is: "nothing" } })),
      moment,
      history,
    ),
  );
}

function attemptsOf(intent: Intent, before: number): Attempt[] {
  const sent = intent.sends.map((send) => ({ ...send, readings: readingsOf(send, before) }));
  const blind = intent.blind.map(({ seq, at, how, isOnly }): Attempt => {
    const next = intent.sends.find((send) => send.seq > seq);
    const nothing: Reading = { is: "nothing" };
    // Some clients can tell a reset while connecting from a lost answer; nobody can tell a silence from one. And it may have
    // been another's connection.
    const isSure = how !== "reset" && isOnly;
    const readings: Reading[] = isSure ? [nothing] : [{ is: "not-processed" }, nothing];
    return { seq, at, key: next?.key ?? null, readings };
  });
  return [...sent, ...blind].filter(({ seq }) => seq < before).sort((a, b) => a.seq - b.seq);
}

/** What the answer to a send can look like to its sender at a moment; the likeliest first. */
export function readingsOf(send: Send, before: number): Reading[] {
  const nothing: Reading = { is: "nothing" };
  if (send.readSeq >= before) return [nothing, ...send.otherwise];
  const lost = send.canBeMissed || send.forgottenAt < before;
  return lost ? [send.reading, nothing] : [send.reading];
}

function combine(choices: readonly Reading[][]): Reading[][] {
  const uncertain = choices.filter((choice) => choice.length > 1).length;
  if (uncertain > mostUncertain) {
    return [choices.map((choice) => choice.slice(0, 1)), choices.map((choice) => choice.slice(-1))].map(
      (picked) => picked.flat(),
    );
  }
  return choices.reduce<Reading[][]>(
    (all, choice) => all.flatMap((prefix) => choice.map((reading) => [...prefix, reading])),
    [[]],
  );
}

/** Everything open at a moment: sends that may have taken effect and that nothing has settled yet. */
interface Open {
  reads: Read[];
  inFlight: boolean;
}

function stateOf(intent: Intent, reads: readonly Read[], moment: Moment, history: History): StateOfKnowledge {
  const looks = intent.looks.filter((look) => look.endSeq < moment.seq && look.answered);
  const seen = looks.map((look) => resultOf(intent, look));
  const polls = intent.polls.filter((poll) => poll.seq < moment.seq);
  if (reads.some(({ reading }) => reading.is === "receipt")) return { knows: "receipt" };
  if (polls.some(({ says }) => says === "succeeded")) return { knows: "receipt" };
  const named = reads.findLast(({ reading }) => reading.is === "original");
  if (named?.reading.is === "original") {
    return { knows: "original-named", original: named.reading.original, read: strongest(seen) };
  }
  if (seen.includes("found-ours") && !seen.includes("found-several")) return { knows: "receipt" };
  if (polls.some(({ says }) => says === "failed")) return { knows: "outcome-failed" };
  if (reads.some(({ reading }) => reading.is === "acknowledgement")) return { knows: "acknowledged" };

  let open: Open | null = null;
  let settled: StateOfKnowledge = { knows: "nothing-sent" };
  let lastSend: Attempt | null = null;
  const provenBefore = (seq: number): boolean =>
    open !== null && lastSend !== null && provesAbsence(intent, looks, lastSend, seq, history);
  for (const { send, reading } of reads) {
    if (provenBefore(send.seq)) open = null;
    lastSend = send;
    if (reading.is === "mismatch") return { knows: "mismatch" };
    if (reading.is === "refused" || reading.is === "not-processed") {
      if (open === null || settlesKey(intent, open, send, reading)) {
        open = null;
        settled =
          reading.is === "refused"
            ? { knows: "refused", error: reading.error, status: reading.status }
            : { knows: "not-sent" };
        continue;
      }
      open = { reads: [...open.reads, { send, reading }], inFlight: false };
      continue;
    }
    open = { reads: [...(open?.reads ?? []), { send, reading }], inFlight: reading.is === "in-flight" };
  }
  if (open === null) return settled;
  const proven = provenBefore(moment.seq);
  return {
    knows: open.inFlight ? "in-flight" : "ambiguous",
    ...keyOf(intent, open, moment),
    failures: failuresIn(open),
    answerLost: open.reads.some(({ reading }) => reading.is === "nothing"),
    lookup: proven ? "absent" : strongest(seen),
  };
}

function keyOf(intent: Intent, open: Open, moment: Moment): { keySent: boolean; keyAgeMs: number } {
  const [first] = open.reads;
  const key = first?.send.key ?? null;
  const keySent = key !== null && open.reads.every(({ send }) => send.key === key);
  return { keySent, keyAgeMs: key === null ? 0 : keyAge(intent, key, moment.at) };
}

function failuresIn(open: Open): Failure[] {
  return open.reads.flatMap(({ reading }) =>
    reading.is === "maybe" || reading.is === "refused"
      ? [{ status: reading.status, error: reading.error }]
      : [],
  );
}

/**
 * A final refusal that the provider gives only after it looked the key up settles whatever was sent under that key
 * before: had an earlier attempt taken effect, its answer would have been replayed.
 */
function settlesKey(intent: Intent, open: Open, send: Attempt, reading: Reading): boolean {
  if (reading.is !== "refused" || send.key === null) return false;
  if (reading.error !== null && reading.error.next !== "stop") return false;
  if (!open.reads.every((read) => read.send.key === send.key)) return false;
  const early = intent.operation.idempotency?.checkedAfter ?? [];
  const unauthorised = reading.status === 401 || reading.status === 403;
  if (unauthorised && early.includes("credentials")) return false;
  return isRemembered(intent.operation, reading.status, reading.error);
}

/** What one look has shown of this intent; `none` when it shows nothing either way. */
export function resultOf(intent: Intent, look: Look): LookupResult {
  const ours = look.saw.filter((effect) => looksLike(intent.operation, effect, intent.wanted));
  if (ours.length > 1 && intent.operation.nature === "creates") return "found-several";
  if (ours.length >= 1) return "found-ours";
  const others = look.saw.filter(
    (effect) =>
      intent.operation.request.reference !== null &&
      looksLike(intent.operation, effect, { ...intent.wanted, payload: {} }),
  );
  return others.length > 0 ? "found-other" : "none";
}

function strongest(results: readonly LookupResult[]): LookupResult {
  for (const result of ["found-several", "found-ours", "found-other"] as const) {
    if (results.includes(result)) return result;
  }
  return "none";
}

/** Whether a look made after the last send, long enough and to the end, has proven that there is no effect. */
function provesAbsence(
  intent: Intent,
  looks: readonly Look[],
  last: Moment,
  before: number,
  history: History,
): boolean {
  return looks.some((look) => {
    if (look.seq < last.seq || look.endSeq > before || !look.finds) return false;
    if (!look.toTheEnd || look.saidIncomplete || resultOf(intent, look) !== "none") return false;
    const requiredMs = provenAfter(intent.operation, look.lookup, history);
    return requiredMs !== null && look.at - last.at >= requiredMs - slackFor(requiredMs);
  });
}
