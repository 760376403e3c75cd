import { repeatedRefresh } from "../../src/contract/token-safety.js";
import type { OAuth } from "../../src/contract/model.js";
import { isObject } from "../../src/core/json.js";
import { type EntryOf, type History, only } from "../../src/core/history.js";
import { accountNames } from "./accounts.js";
import type { Ask, Death } from "./asks.js";
import { canBeMissed, senderOf } from "./sends.js";

/** One request for a new access token. */
export interface Refresh {
  seq: number;
  at: number;
  wall: number;
  request: EntryOf<"request-received">;
  /** The refresh token it showed, by the journal's name; null for one that was never issued. */
  credential: string | null;
  /** The account that its process works for; null when several were at work, or only one is in play. */
  asker: string | null;
  process: number | null;
  answer: EntryOf<"request-answered"> | null;
  /** What the answer says to one who reads all of it: a token, a refusal for good, or nothing that can be relied on. */
  says: "given" | "rejected" | "nothing";
  /** The access token it gave; null when it gave none. */
  gave: EntryOf<"credential-issued"> | null;
  /** When it was over for its sender; Infinity when it never was. */
  endSeq: number;
  /** From when on a process that read the answer may be gone without having written it down; Infinity when none is. */
  forgottenAt: number;
  canBeMissed: boolean;
}

interface Sources {
  history: History;
  asks: readonly Ask[];
  deaths: readonly Death[];
}

/** Every refresh of a history, oldest first. */
export function refreshesIn({ history, asks, deaths }: Sources): Refresh[] {
  const { entries } = history;
  const tokens = only(entries, "request-received").filter(({ role }) => role === "token");
  return tokens.map((request) => {
    const { seq, at, wall } = request;
    const answer =
      only(entries, "request-answered").find((entry) => entry.request === request.request) ?? null;
    const gone = only(entries, "request-abandoned").find((entry) => entry.request === request.request);
    const closed = only(entries, "connection-closed").find(
      (entry) => entry.connection === request.connection && entry.seq > seq,
    );
    const process = senderOf(request, asks);
    const death = deaths.find((end) => end.seq > seq && (process === null || end.process === process));
    const isRead =
      answer !== null &&
      answer.complete &&
      (gone === undefined || gone.seq > answer.seq) &&
      (process === null || death === undefined || death.seq > answer.seq);
    const ends = [answer?.seq, gone?.seq, closed?.seq, death?.seq].filter((end) => end !== undefined);
    return {
      seq,
      at,
      wall,
      request,
      credential: request.credential ?? null,
      asker: askerOf(process, asks, entries),
      process,
      answer,
      says: isRead ? saidBy(answer) : "nothing",
      gave: gaveBy(request, history),
      endSeq: Math.min(...ends, Number.POSITIVE_INFINITY),
      forgottenAt: isRead ? forgottenAt(answer, request, history, death) : Number.POSITIVE_INFINITY,
      canBeMissed: isRead && canBeMissed(request, answer, history),
    };
  });
}

/** Whether the connector certainly knows at a moment what a refresh came to. */
export function isKnown({ says, forgottenAt, canBeMissed: missed }: Refresh, before: number): boolean {
  return says !== "nothing" && forgottenAt >= before && !missed;
}

/**
 * Whether the connector can still get an access token for an account: not when its refresh was rejected, nor when the
 * answer to one was lost and the refresh token may not be shown again, or no more when there was an occasion to. `perhaps`: it may have read an answer or not.
 */
export function lockedOut(
  { refreshes, asks }: { refreshes: readonly Refresh[]; asks: readonly Ask[] },
  oauth: OAuth | null,
  account: string | null,
  before: number,
): "certainly" | "perhaps" | "no" {
  const last = refreshes.findLast(
    ({ seq, asker }) => seq < before && (account === null || asker === null || asker === account),
  );
  if (last === undefined || oauth === null) return "no";
  const repeats = repeatedRefresh(oauth);
  const occasion = asks.find(({ seq }) => seq > last.endSeq);
  const mayAskAgain =
    typeof repeats === "string"
      ? repeats === "always"
      : (occasion?.at ?? last.at) - last.at < repeats.withinMs;
  const known = isKnown(last, before);
  if (last.says === "rejected") return known ? "certainly" : "perhaps";
  if (last.says === "given" && known) return "no";
  if (mayAskAgain) return "no";
  return last.says === "given" ? "perhaps" : "certainly";
}

function askerOf(process: number | null, asks: readonly Ask[], entries: History["entries"]): string | null {
  const account = asks.find((ask) => ask.process === process)?.account ?? null;
  return account === null ? null : (accountNames(entries, asks).get(account) ?? null);
}

function saidBy({ status, body }: EntryOf<"request-answered">): Refresh["says"] {
  if (!isObject(body)) return "nothing";
  if (status === 200) return typeof body["access_token"] === "string" ? "given" : "nothing";
  return (status === 400 || status === 401) && typeof body["error"] === "string" ? "rejected" : "nothing";
}

function gaveBy(
  { request }: EntryOf<"request-received">,
  { entries }: History,
): EntryOf<"credential-issued"> | null {
  const issued = only(entries, "credential-issued");
  return issued.find((entry) => entry.request === request && entry.type === "accessToken") ?? null;
}

/** A process that has used the new token, or has ended its message, has had the time to write it down. */
function forgottenAt(
  answer: EntryOf<"request-answered">,
  request: EntryOf<"request-received">,
  history: History,
  death: Death | undefined,
): number {
  if (death === undefined) return Number.POSITIVE_INFINITY;
  const gave = gaveBy(request, history);
  const hasHadTime = history.entries.some(
    (entry) =>
      entry.seq > answer.seq &&
      entry.seq < death.seq &&
      ((entry.kind === "claimed" && entry.process === death.process) ||
        (entry.kind === "request-received" && entry.credential === gave?.credential)),
  );
  return hasHadTime ? Number.POSITIVE_INFINITY : death.seq;
}
