import type { Contract } from "../../src/contract/model.js";
import { type EntryOf, type History, only } from "../../src/core/history.js";
import type { Ask, Death } from "./asks.js";
import type { Blind, Intent, Send } from "./intent.js";
import { type Reading, readAnswer } from "./reading.js";

interface Sources {
  history: History;
  contract: Contract;
  asks: readonly Ask[];
  deaths: readonly Death[];
}

const never = Number.POSITIVE_INFINITY;

/** A write as its sender sees it: what came back, when, and what may have kept it from knowing. */
export function sendOf(request: EntryOf<"request-received">, intent: Intent, sources: Sources): Send {
  const { entries } = sources.history;
  const { seq, at, wall, key } = request;
  const answer = only(entries, "request-answered").find((entry) => entry.request === request.request) ?? null;
  const gone = only(entries, "request-abandoned").find((entry) => entry.request === request.request);
  const admitted =
    only(entries, "request-admitted").find((entry) => entry.request === request.request) ?? null;
  const process = senderOf(request, sources.asks);
  const closed = only(entries, "connection-closed").find(
    (entry) => entry.connection === request.connection && entry.seq > seq,
  );
  const death = sources.deaths.find((end) => end.seq > seq && (process === null || end.process === process));
  const readable = answer !== null && answer.complete && (gone === undefined || gone.seq > answer.seq);
  // An answer written after its reader was killed went nowhere.
  const tooLate = process !== null && death !== undefined && answer !== null && answer.seq > death.seq;
  const read = readable && !tooLate;
  return {
    seq,
    at,
    wall,
    request,
    key,
    answer,
    reading: read ? readAnswer(intent.operation, answer, admitted, sources.contract) : { is: "nothing" },
    otherwise: otherwise(intent, answer, sources),
    readSeq: read ? answer.seq : Number.POSITIVE_INFINITY,
    endSeq: Math.min(answer?.seq ?? never, gone?.seq ?? never, closed?.seq ?? never, death?.seq ?? never),
    process,
    canBeMissed: read && canBeMissed(request, answer, sources.history),
    forgottenAt: forgottenAt(answer, process, intent, sources),
  };
}

/** The process whose open message a request belongs to; null when several had one. */
export function senderOf(request: EntryOf<"request-received">, asks: readonly Ask[]): number | null {
  const open = asks.filter(
    (ask) => ask.seq < request.seq && request.seq < ask.until && ask.command !== "inspect",
  );
  const processes = new Set(open.map((ask) => ask.process));
  const [process] = processes;
  return processes.size === 1 && process !== undefined ? process : null;
}

/** From when on a process that read this answer may be gone without having written it down; Infinity when none is. */
function forgottenAt(
  answer: EntryOf<"request-answered"> | null,
  process: number | null,
  intent: Intent,
  { history, deaths }: Sources,
): number {
  if (answer === null) return Number.POSITIVE_INFINITY;
  const end = deaths.find(
    (death) => death.seq > answer.seq && (process === null || death.process === process),
  );
  if (end === undefined) return Number.POSITIVE_INFINITY;
  const told = only(history.entries, "claimed").some(
    (claim) =>
      claim.businessKey === intent.businessKey &&
      claim.process === end.process &&
      claim.seq > answer.seq &&
      claim.seq < end.seq,
  );
  return told ? Number.POSITIVE_INFINITY : end.seq;
}

/**
 * A connector that gives up on a request must drop its connection. Where it did so after about its time-out, counted
 * from the last thing that can have made it send, an answer handed over may have come too late for it.
 */
export function canBeMissed(
  request: EntryOf<"request-received">,
  answer: EntryOf<"request-answered">,
  { entries, timing }: History,
): boolean {
  const closed = only(entries, "connection-closed").find(
    ({ connection, seq }) => connection === request.connection && seq > request.seq,
  );
  if (closed === undefined || closed.by !== "connector") return false;
  // Who asks again on the same connection has read what came on it.
  const isReused = only(entries, "request-received").some(
    ({ connection, seq }) => connection === request.connection && seq > answer.seq,
  );
  if (isReused) return false;
  const writes = new Map(only(entries, "request-received").map((entry) => [entry.request, entry]));
  const stimulus = entries.findLast(
    (entry) =>
      entry.seq < request.seq &&
      ((entry.kind === "asked" && !isForAnother(entry, request)) ||
        (entry.kind === "request-answered" &&
          entry.request !== answer.request &&
          !isOfAnother(writes.get(entry.request), request))),
  );
  const since = stimulus?.wall ?? request.wall;
  return closed.wall - since >= 0.8 * timing.timeoutMs && closed.wall - answer.wall >= 0;
}

/** Another worker's message makes this one send nothing. */
function isForAnother({ ask }: EntryOf<"asked">, { reference }: EntryOf<"request-received">): boolean {
  return ask.command === "perform" && reference !== null && !reference.includes(ask.businessKey);
}

/** Nor does what the provider answered to another order. */
function isOfAnother(
  one: EntryOf<"request-received"> | undefined,
  { reference }: EntryOf<"request-received">,
): boolean {
  return one?.reference != null && reference !== null && one.reference !== reference;
}

/** A truncated or empty body leaves its status and headers readable: a receipt that stands there is known all the same. */
function otherwise(
  intent: Intent,
  answer: EntryOf<"request-answered"> | null,
  { history: { entries }, contract }: Pick<Sources, "history" | "contract">,
): Reading[] {
  const { receipt } = intent.operation.answer;
  if (answer === null || answer.complete || receipt?.in === "body") return [];
  const fired = only(entries, "fault-fired").find(
    (entry) =>
      entry.request === answer.request &&
      (entry.fault === "truncate-answer" || entry.fault === "empty-answer"),
  );
  const armed = only(entries, "fault-armed").find((entry) => entry.armed === fired?.armed);
  if (fired?.fault !== "empty-answer" && armed?.options["part"] !== "body") return [];
  return [readAnswer(intent.operation, answer, null, contract)];
}

/** Attempts that the provider broke off before it read a request, while this intent can have been at work. */
export function blindIn(intent: Intent, { history, asks }: Sources): Blind[] {
  const blind: Blind[] = [];
  for (const fired of only(history.entries, "fault-fired")) {
    if (fired.phase !== "connect" || fired.connection === null) continue;
    const how =
      fired.fault === "stall" ? "stall" : fired.fault === "close-connection" ? "close" : fired.fault;
    if (how !== "stall" && how !== "close" && how !== "reset-connection") continue;
    const open = asks.filter(
      (ask) => ask.seq < fired.seq && fired.seq < ask.until && ask.command !== "inspect",
    );
    const first = intent.performs[0]?.seq ?? Number.POSITIVE_INFINITY;
    const mine = open.filter((ask) =>
      ask.command === "perform"
        ? intent.performs.includes(ask)
        : first < ask.seq && ask.account === intent.account,
    );
    if (mine.length === 0) continue;
    const isOnly = open.length === 1 && mine[0]?.command === "perform";
    blind.push({ seq: fired.seq, at: fired.at, how: how === "reset-connection" ? "reset" : how, isOnly });
  }
  return blind;
}
