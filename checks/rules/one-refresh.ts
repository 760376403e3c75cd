import { repeatedRefresh } from "../../src/contract/token-safety.js";
import type { OAuth } from "../../src/contract/model.js";
import { only } from "../../src/core/history.js";
import { isKnown, type Refresh } from "../knowledge/refreshes.js";
import type { Case, Rule } from "../rule.js";
import { count, readable, violation } from "../violation.js";

/** More refreshes than this in one message are hammering, whatever they are answered. */
const mostPerMessage = 5;

/** So much of its life an access token may have left when it is replaced before it expires. */
const earlyPart = 0.5;

interface Found {
  message: string;
  entries: (number | undefined)[];
  advice: string;
}

const advice = {
  once: "Let one worker refresh under a lock that all processes see and that no crash leaves shut; the others wait, read what it stored, and go on.",
  store:
    "Write the new refresh token to disk before it is used for anything, and read it from there, after a restart as well.",
  stop: "Take `invalid_grant` for final: write it down, flag a person, and ask no more until the access was given anew.",
  lost: "Write down that a refresh was asked for before it leaves. Show the same refresh token again only while the provider promises to accept it; else hold, and flag a person.",
  own: "Keep tokens by account, not by client or by program.",
};

/** One refresh for one expiry, and no refresh token that was exchanged already. */
export default {
  id: "one-refresh",
  title: "An access token is refreshed once when it expires, and no refresh token is used twice",
  why: "The second refresh invalidates what the first one got. Where refresh tokens are used once, it locks the connector out until a person gives the access anew.",
  severity: 2,
  judge(c) {
    const { oauth } = c.contract.credentials;
    if (oauth === null) return [];
    const told = new Set<string | null>();
    return c.knowledge.refreshes.flatMap((refresh, index) => {
      const owner = ownerOf(c, refresh);
      const earlier = c.knowledge.refreshes.slice(0, index).filter((other) => ownerOf(c, other) === owner);
      const found =
        ofAnother(refresh, owner) ??
        afterRejection(refresh, earlier) ??
        atTheSameTime(c, refresh, earlier.at(-1)) ??
        usedAgain(c, oauth, refresh, earlier) ??
        unneeded(c, refresh, earlier.at(-1)) ??
        hammered(c, refresh, earlier);
      // The rest follow from it.
      if (found === null || told.has(owner)) return [];
      told.add(owner);
      return [
        violation(c, { rule: "one-refresh", ...found, from: "contract", pointer: "/credentials/refresh" }),
      ];
    });
  },
} satisfies Rule;

/** The account that the refresh token was issued to. */
function ownerOf(c: Case, { credential }: Refresh): string | null {
  return (
    only(c.history.entries, "credential-issued").find((entry) => entry.credential === credential)?.account ??
    null
  );
}

function ofAnother({ asker, seq, credential }: Refresh, owner: string | null): Found | null {
  if (asker === null || owner === null || asker === owner) return null;
  return {
    message: `the access of ${asker} was refreshed with ${credential ?? "a token"}, which is of ${owner}: expected its own refresh token`,
    entries: [seq],
    advice: advice.own,
  };
}

function afterRejection(refresh: Refresh, earlier: readonly Refresh[]): Found | null {
  const rejected = earlier.find(
    (other) =>
      other.says === "rejected" && other.credential === refresh.credential && isKnown(other, refresh.seq),
  );
  if (rejected === undefined) return null;
  return {
    message: `${refresh.credential ?? "a refresh token"} was shown again after it had been rejected for good: expected no further refresh`,
    entries: [rejected.seq, rejected.answer?.seq, refresh.seq],
    advice: advice.stop,
  };
}

function atTheSameTime(c: Case, refresh: Refresh, previous: Refresh | undefined): Found | null {
  if (previous === undefined || previous.endSeq < refresh.seq) return null;
  // Who gave up opens the next connection before the end of the last is noticed here.
  if (refresh.wall - previous.wall >= 0.8 * c.history.timing.timeoutMs) return null;
  return {
    message: `the access was refreshed twice at the same time (${previous.credential ?? "?"} and ${refresh.credential ?? "?"}): expected 1 refresh, got 2`,
    entries: [previous.seq, refresh.seq],
    advice: advice.once,
  };
}

/** A refresh token that was replaced; allowed once more where the answer was lost and the provider promises to accept it. */
function usedAgain(c: Case, oauth: OAuth, refresh: Refresh, earlier: readonly Refresh[]): Found | null {
  const rotated = only(c.history.entries, "credential-ended").find(
    ({ credential, why, seq }) => why === "rotated" && credential === refresh.credential && seq < refresh.seq,
  );
  if (rotated === undefined) return null;
  const uses = earlier.filter(({ credential }) => credential === refresh.credential);
  const known = uses.find((use) => use.says === "given" && isKnown(use, refresh.seq));
  const repeats = repeatedRefresh(oauth);
  const isForgiven =
    typeof repeats === "string" ? repeats === "always" : refresh.at - rotated.at < repeats.withinMs;
  if (known === undefined && isForgiven) return null;
  const promise =
    typeof repeats === "string"
      ? "does not promise to accept it"
      : `accepts it for ${readable(repeats.withinMs)} only`;
  const after = readable(refresh.at - rotated.at);
  const seen = `${refresh.credential ?? "a refresh token"} was used again ${after} after it had been exchanged`;
  return known === undefined
    ? {
        message: `${seen}; the answer was lost, and the provider ${promise}: expected no further refresh`,
        entries: [...uses.map(({ seq }) => seq), rotated.seq, refresh.seq],
        advice: advice.lost,
      }
    : {
        message: `${seen}, and the answer to that was read: expected the refresh token that it gave`,
        entries: [known.seq, known.answer?.seq, refresh.seq],
        advice: known.process === refresh.process ? advice.once : advice.store,
      };
}

/** The last refresh gave a token that is still good and that nobody has refused. */
function unneeded(c: Case, refresh: Refresh, previous: Refresh | undefined): Found | null {
  const gave = previous?.says === "given" && isKnown(previous, refresh.seq) ? previous.gave : null;
  if (previous === undefined || gave === null) return null;
  const { entries } = c.history;
  const over = only(entries, "credential-ended").some(
    ({ credential, seq }) => credential === gave.credential && seq < refresh.seq,
  );
  const lifeMs = (gave.expiresAt ?? Number.POSITIVE_INFINITY) - gave.at;
  if (over || refresh.at - gave.at >= earlyPart * lifeMs) return null;
  const shown = only(entries, "request-received").filter(
    ({ credential, seq }) => credential === gave.credential && seq < refresh.seq,
  );
  const refused = only(entries, "request-answered").some(
    ({ request, status, seq }) =>
      status === 401 && seq < refresh.seq && shown.some((entry) => entry.request === request),
  );
  if (refused) return null;
  return {
    message: `the access was refreshed again ${readable(refresh.at - gave.at)} after ${gave.credential} had been got, which was still good: expected 1 refresh, got 2`,
    entries: [previous.seq, gave.seq, refresh.seq],
    advice: advice.once,
  };
}

function hammered(c: Case, refresh: Refresh, earlier: readonly Refresh[]): Found | null {
  const ask = c.knowledge.asks.findLast(
    ({ seq, until, process }) =>
      seq < refresh.seq && refresh.seq < until && (refresh.process === null || process === refresh.process),
  );
  if (ask === undefined) return null;
  const inMessage = [
    ...earlier.filter(({ seq, process }) => seq > ask.seq && process === refresh.process),
    refresh,
  ];
  if (inMessage.length <= mostPerMessage) return null;
  return {
    message: `the access was refreshed ${count(inMessage.length, "time")} in one message: expected at most ${mostPerMessage}`,
    entries: [ask.seq, ...inMessage.map(({ seq }) => seq)],
    advice: "Try a token endpoint in trouble a few times, with growing pauses, and come back later.",
  };
}
