import { nextMoves, type StateOfKnowledge } from "../../src/contract/next-moves.js";
import type { Claim } from "../../src/core/protocol.js";
import type { Case } from "../rule.js";
import type { Ask } from "./asks.js";
import { hasContent, hasTarget, looksLike } from "./content.js";
import type { Claimed, Intent } from "./intent.js";
import { reasonOf } from "./reason.js";
import { readingsOf, resultOf, statesAt } from "./state.js";

/** What is wrong with a claim, told by the one rule that tells it best. */
export interface ClaimOffence {
  rule:
    | "honest-success"
    | "honest-failure"
    | "adopts-only-its-own"
    | "acknowledged-is-not-done"
    | "reads-to-the-end"
    | "no-guessing";
  intent: Intent;
  claim: Claimed;
  /** What was seen, as the rest of a sentence about the claim. */
  seen: string;
  /** Other entries that show it. */
  entries: number[];
  states: StateOfKnowledge[];
}

/** Every untrue or unfounded claim; each kind once for a business key, and not again where the record repeats it. */
export function claimOffences(c: Case): ClaimOffence[] {
  return c.knowledge.intents.flatMap((intent) => {
    const said = new Set<string>();
    const told = new Set<string>();
    return intent.claims.flatMap((claim) => {
      const word = `${claim.claim.outcome} ${claim.claim.reference ?? ""}`;
      const repeated = claim.command === "inspect" && said.has(word);
      if (claim.varied === null) said.add(word);
      if (repeated) return [];
      return judgeClaim(c, intent, claim).filter(({ rule }) => {
        const isNew = !told.has(rule);
        told.add(rule);
        return isNew;
      });
    });
  });
}

type Found = Pick<ClaimOffence, "rule" | "seen" | "entries">;

/** Whether it is untrue, and whether it was said without knowing: two flaws, and the second makes the first. */
function judgeClaim(c: Case, intent: Intent, claim: Claimed): ClaimOffence[] {
  const { outcome } = claim.claim;
  if (outcome !== "succeeded" && outcome !== "failed" && outcome !== "conflict") return [];
  const states = statesAt(intent, claim, c.history);
  if (claim.varied !== null && outcome !== "failed") {
    const found = outcome === "succeeded" ? variedSuccess(intent, claim, claim.varied) : null;
    return found === null ? [] : [{ ...found, intent, claim, states }];
  }
  const founded = isFounded(intent, claim.claim, states);
  const untrue =
    outcome === "succeeded"
      ? success(c, intent, claim, founded)
      : outcome === "failed"
        ? failure(intent, claim)
        : null;
  const unfounded = untrue === null || untrue.rule.startsWith("honest-");
  const guess = unfounded && !founded ? guessed(intent, claim, states) : null;
  return [untrue, guess].flatMap((found) => (found === null ? [] : [{ ...found, intent, claim, states }]));
}

function success(c: Case, intent: Intent, claim: Claimed, founded: boolean): Found | null {
  const reference = claim.claim.reference === "" ? undefined : claim.claim.reference;
  const adopted = foreignEffect(c, intent, claim);
  if (adopted !== null) return adopted;
  const several = intent.looks.find(
    (look) => look.endSeq < claim.seq && resultOf(intent, look) === "found-several",
  );
  if (!founded && several !== undefined) {
    const names = several.saw.map(({ id }) => id).join(", ");
    return {
      rule: "adopts-only-its-own",
      seen: `the lookup showed several that match (${names}), and one of them was adopted: expected it to be held`,
      entries: [several.endSeq],
    };
  }
  const failed = intent.polls.findLast(({ seq, says }) => seq < claim.seq && says === "failed");
  if (!founded && failed !== undefined) {
    return { rule: "honest-success", seen: "the provider had said that it failed", entries: [failed.seq] };
  }
  const acknowledged = founded ? null : acknowledgement(intent, claim.seq);
  if (acknowledged !== null) return acknowledged;
  const there = intent.effects.filter(
    (made) => made.seq < claim.seq && !(made.undone && made.removedSeq < claim.seq),
  );
  if (there.length === 0 && intent.operation.nature !== "removes") {
    return { rule: "honest-success", seen: "no effect exists", entries: [] };
  }
  const names = namesOf(intent, claim.seq);
  if (reference === undefined && names.length > 0 && expectsReceipt(intent)) {
    return {
      rule: "honest-success",
      seen: `it comes without a reference: expected ${names[0] ?? "the receipt"}, got none`,
      entries: there.map(({ seq }) => seq),
    };
  }
  if (reference !== undefined && names.length > 0 && !names.includes(reference)) {
    return {
      rule: "honest-success",
      seen: `its reference is no name of the effect: expected ${names.join(" or ")}, got ${reference}`,
      entries: there.map(({ seq }) => seq),
    };
  }
  return null;
}

/** Of a perform that asked for other content than the first: only an effect with that content is its success. */
function variedSuccess(intent: Intent, { seq, claim }: Claimed, asked: Ask): Found | null {
  const { operation, effects } = intent;
  if (operation.nature === "removes") return null;
  const there = effects.filter((made) => made.seq < seq && made.removedSeq > seq);
  const fitting = there.filter(
    ({ effect }) =>
      hasContent(operation, effect.content, asked.payload) && hasTarget(operation, effect, asked.parameters),
  );
  const names = fitting.flatMap(({ effect }) => effect.names);
  const { reference } = claim;
  if (fitting.length > 0 && (reference === undefined || names.includes(reference))) return null;
  return {
    rule: "honest-success",
    seen: "it was asked for with another payload than at first, and no effect has that content: expected `conflict`",
    entries: [asked.seq, ...there.map((made) => made.seq)],
  };
}

function failure(intent: Intent, claim: Claimed): Found | null {
  const live = intent.effects.filter(
    (made) => made.removedSeq > claim.seq && isAboutTheSameAsk(intent, made.seq, claim.seq),
  );
  const [made] = live;
  if (made === undefined || intent.operation.nature === "removes") return null;
  const when = made.seq < claim.seq ? "exists" : "appeared later";
  return {
    rule: "honest-failure",
    seen: `the effect ${when}: ${live.map(({ effect }) => effect.id).join(", ")}`,
    entries: live.map(({ seq }) => seq),
  };
}

/** A definite word for which nothing that was read gives a reason. */
function guessed(intent: Intent, claim: Claimed, states: readonly StateOfKnowledge[]): Found | null {
  const { outcome } = claim.claim;
  if (outcome === "conflict") {
    // How a refusal is worded is the connector's own affair: nothing happened, and it says so.
    if (states.some(({ knows }) => knows === "refused" || knows === "outcome-failed")) return null;
    return {
      rule: "no-guessing",
      seen: `its payload was the one that it was first asked for with (${reasonOf(states)})`,
      entries: lastSends(intent, claim.seq),
    };
  }
  const last = intent.looks.findLast((look) => look.endSeq < claim.seq && look.answered && look.finds);
  if (outcome === "failed" && last !== undefined && !last.toTheEnd && resultOf(intent, last) === "none") {
    const pages = last.requests.length;
    return {
      rule: "reads-to-the-end",
      seen: `it was not found on ${pages === 1 ? "the first page" : `the first ${pages} pages`}, and there were more`,
      entries: [last.endSeq],
    };
  }
  return {
    rule: "no-guessing",
    seen: `nothing it had read said so (${reasonOf(states)})`,
    entries: lastSends(intent, claim.seq),
  };
}

/** Whether in some state it can be in the connector knows what it says. */
export function isFounded(intent: Intent, claim: Claim, states: readonly StateOfKnowledge[]): boolean {
  return states.some((state) => nextMoves(intent.operation, state).claims.includes(claim.outcome));
}

/** An effect that is not its own, met in a lookup or in a refusal that named it, and taken for its own. */
function foreignEffect(c: Case, intent: Intent, claim: Claimed): Found | null {
  const { reference } = claim.claim;
  if (reference === undefined || namesOf(intent, Number.POSITIVE_INFINITY).includes(reference)) return null;
  for (const entry of c.history.entries) {
    if (entry.kind !== "effect-committed" || !entry.effect.names.includes(reference)) continue;
    const { effect, seq } = entry;
    const looks = intent.looks.filter((look) => look.endSeq < claim.seq && look.saw.includes(effect));
    const named = intent.sends.filter((send) => send.readSeq < claim.seq && send.reading.is === "original");
    if (effect.operation !== intent.operation.name || looks.length + named.length === 0) continue;
    // Where nothing tells it from its own, a careful reader takes it too.
    const alike = looksLike(intent.operation, effect, intent.wanted);
    const matches = looks.some((look) => resultOf(intent, look) === "found-several");
    if (alike && !matches) continue;
    return {
      rule: "adopts-only-its-own",
      seen: `${reference} is not its effect: ${alike ? "it was one of several that match" : "its content, target or reference differs"}`,
      entries: [seq, ...looks.map(({ endSeq }) => endSeq), ...named.map(({ readSeq }) => readSeq)],
    };
  }
  return null;
}

function acknowledgement(intent: Intent, before: number): Found | null {
  if (intent.operation.answer.is !== "acknowledgement") return null;
  if (intent.polls.some(({ seq, says }) => seq < before && says === "failed")) return null;
  const acknowledged = intent.sends.findLast(
    (send) =>
      send.readSeq < before && readingsOf(send, before).some((reading) => reading.is === "acknowledgement"),
  );
  if (acknowledged === undefined) return null;
  return {
    rule: "acknowledged-is-not-done",
    seen: "all it had read was an acknowledgement",
    entries: [acknowledged.seq, acknowledged.readSeq],
  };
}

/** Every true name of the intent's effects before a moment; an acknowledged one goes by its ticket, too. */
function namesOf(intent: Intent, before: number): string[] {
  const made = intent.effects.filter(({ seq }) => seq < before).flatMap(({ effect }) => [...effect.names]);
  const shown = intent.polls.flatMap(({ seq, receipt }) =>
    seq < before && receipt !== null ? [receipt] : [],
  );
  const receipts = intent.sends.flatMap((send) =>
    send.reading.is === "receipt" && send.reading.receipt !== null ? [send.reading.receipt] : [],
  );
  const tickets = intent.sends.flatMap((send) =>
    send.reading.is === "acknowledgement" && send.reading.ticket !== null ? [send.reading.ticket] : [],
  );
  const ticketIsReceipt = intent.operation.answer.outcome?.receipt === null;
  return [...new Set([...made, ...receipts, ...shown, ...(ticketIsReceipt ? tickets : [])])];
}

function expectsReceipt(intent: Intent): boolean {
  const { answer, lookups } = intent.operation;
  return answer.receipt !== null || answer.outcome?.receipt != null || lookups.length > 0;
}

/** A later perform, asked after a final word, may well succeed without making that word untrue. */
function isAboutTheSameAsk(intent: Intent, made: number, claimed: number): boolean {
  return made < claimed || !intent.performs.some((ask) => ask.seq > claimed && ask.seq < made);
}

function lastSends(intent: Intent, before: number): number[] {
  const sends = intent.sends.filter((send) => send.seq < before);
  const last = sends.at(-1);
  if (last === undefined) return intent.blind.filter(({ seq }) => seq < before).map(({ seq }) => seq);
  return last.readSeq < before ? [last.seq, last.readSeq] : [last.seq];
}
