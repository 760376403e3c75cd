import type { Contract, Operation } from "../../src/contract/model.js";
import { type Effect, type EntryOf, type History, only } from "../../src/core/history.js";
import { accountNames } from "./accounts.js";
import type { Ask, Death } from "./asks.js";
import { hasContent, hasReference, isOther, namesKey } from "./content.js";
import type { Claimed, Intent, Made } from "./intent.js";
import { looksIn } from "./looks.js";
import { pollsIn } from "./polls.js";
import { blindIn, sendOf } from "./sends.js";

type Received = EntryOf<"request-received">;

export interface Sources {
  history: History;
  contract: Contract;
  /** For what names no operation. */
  fallback: Operation;
  asks: readonly Ask[];
  deaths: readonly Death[];
}

export interface Attributed {
  intents: Intent[];
  /** Claims about business keys that nobody had asked for. */
  strays: EntryOf<"claimed">[];
}

/** Finds for every request, lookup, claim and effect the business key it belongs to. */
export function attribute(sources: Sources): Attributed {
  const { history } = sources;
  const { entries } = history;
  const intents = intentsOf(sources);
  const strays = addClaims(intents, sources);
  if (intents.length === 0) return { intents, strays };
  const names = accountNames(entries, sources.asks);
  const answers = new Map(only(entries, "request-answered").map((entry) => [entry.request, entry]));
  const writes = only(entries, "request-received").filter(({ role }) => role === "write");
  const owners = new Map<number, Intent>();
  for (const request of writes) {
    const intent = ownerOf(request, intents, sources, names);
    if (intent === null) continue;
    owners.set(request.request, intent);
    intent.sends.push(sendOf(request, intent, sources));
  }
  addEffects(intents, owners, entries, names);
  const effects = only(entries, "effect-committed").map(({ effect }) => effect);
  for (const intent of intents) {
    const mine = only(entries, "request-received").filter(
      (request) =>
        request.role === "lookup" &&
        request.operation === intent.operation.name &&
        accountFits(intent, request, names) &&
        isAbout(request, intent, intents),
    );
    const exchanges = mine.map((request) => ({ request, answer: answers.get(request.request) ?? null }));
    intent.looks.push(...looksIn(intent.operation, exchanges, effects));
    intent.polls.push(...pollsIn(intent, entries, answers));
    intent.blind.push(...blindIn(intent, sources));
  }
  return { intents, strays };
}

function intentsOf({ asks, contract, fallback }: Sources): Intent[] {
  const intents: Intent[] = [];
  for (const ask of asks) {
    if (ask.command !== "perform" || ask.businessKey === null) continue;
    const operation = contract.operations.find(({ name }) => name === ask.operation) ?? fallback;
    const known = intents.find(
      (intent) =>
        intent.operation === operation &&
        intent.businessKey === ask.businessKey &&
        intent.account === ask.account,
    );
    if (known !== undefined) {
      known.performs.push(ask);
      continue;
    }
    const { businessKey, payload, parameters } = ask;
    intents.push({
      operation,
      businessKey,
      account: ask.account,
      wanted: { businessKey, payload, parameters },
      performs: [ask],
      sends: [],
      blind: [],
      looks: [],
      polls: [],
      claims: [],
      effects: [],
    });
  }
  return intents;
}

/** From the surest sign to the weakest; null when nothing tells whose request it is. */
function ownerOf(
  request: Received,
  intents: readonly Intent[],
  { asks }: Sources,
  names: ReadonlyMap<string, string>,
): Intent | null {
  const candidates = intents.filter(
    (intent) =>
      intent.operation.name === request.operation &&
      (intent.performs[0]?.seq ?? Number.POSITIVE_INFINITY) < request.seq &&
      accountFits(intent, request, names),
  );
  const named = (text: string | null): Intent | undefined =>
    text === null
      ? undefined
      : candidates
          .filter((intent) => namesKey(text, intent.businessKey))
          .sort((a, b) => b.businessKey.length - a.businessKey.length)[0];
  // It bears the name of an order of another account: sent with the wrong credential, it is nobody's here.
  const isMisplaced =
    named(request.reference) === undefined &&
    intents.some(
      (intent) =>
        intent.operation.name === request.operation &&
        request.reference !== null &&
        namesKey(request.reference, intent.businessKey) &&
        !accountFits(intent, request, names),
    );
  if (isMisplaced) return null;
  const performed = asks.filter(
    (ask) => ask.command === "perform" && ask.seq < request.seq && request.seq < ask.until,
  );
  const open = candidates.filter((intent) => intent.performs.some((ask) => performed.includes(ask)));
  const unresolved = candidates.filter((intent) => !hasFinalClaim(intent, request.seq));
  const alike = candidates.filter((intent) =>
    hasContent(intent.operation, request.body, intent.wanted.payload),
  );
  return (
    named(request.reference) ??
    named(JSON.stringify(request.body)) ??
    candidates.find(
      (intent) => request.key !== null && intent.sends.some((send) => send.key === request.key),
    ) ??
    named(request.key) ??
    named(request.path) ??
    the(open) ??
    the(unresolved) ??
    the(alike) ??
    the(candidates) ??
    null
  );
}

const finalWords = new Set(["succeeded", "failed", "conflict"]);

function hasFinalClaim(intent: Intent, before: number): boolean {
  const last = intent.claims.findLast((claim) => claim.seq < before && claim.varied === null);
  return last !== undefined && finalWords.has(last.claim.outcome);
}

function the<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Whether a lookup can have been made for this intent: it names its key or its effect, or names nobody's. */
function isAbout(request: Received, intent: Intent, intents: readonly Intent[]): boolean {
  if ((intent.performs[0]?.seq ?? Number.POSITIVE_INFINITY) > request.seq) return false;
  // A cursor names an effect without asking for it.
  const page = intent.operation.lookups[request.lookup ?? -1]?.pages?.parameter;
  const values = Object.entries(request.query).flatMap(([name, value]) => (name === page ? [] : [value]));
  const text = [request.path, ...values, JSON.stringify(request.body)].join(" ");
  const names = (other: Intent): boolean =>
    namesKey(text, other.businessKey) ||
    other.effects.some(({ effect }) => effect.names.some((name) => namesKey(text, name)));
  return names(intent) || !intents.some(names);
}

function accountFits(
  intent: Intent,
  request: { account: string | null },
  names: ReadonlyMap<string, string>,
): boolean {
  if (intent.account === null || request.account === null) return true;
  const name = names.get(intent.account) ?? intent.account;
  return name === request.account;
}

/** Gives every claim to its intent; returns those about business keys that nobody had asked for. */
function addClaims(intents: readonly Intent[], { history, asks }: Sources): EntryOf<"claimed">[] {
  const strays: EntryOf<"claimed">[] = [];
  for (const entry of only(history.entries, "claimed")) {
    const ask = asks.findLast(
      ({ process, seq, until, command }) =>
        process === entry.process && seq < entry.seq && entry.seq <= until && command === entry.command,
    );
    const asked = intents.filter(
      (intent) =>
        intent.businessKey === entry.businessKey &&
        (intent.performs[0]?.seq ?? Number.POSITIVE_INFINITY) < entry.seq,
    );
    if (asked.length === 0) strays.push(entry);
    const candidates = asked.filter(
      (intent) =>
        (ask?.operation == null || intent.operation.name === ask.operation) &&
        (ask === undefined || intent.account === null || intent.account === ask.account),
    );
    const intent = the(candidates);
    if (intent === undefined) continue;
    const isVaried = ask?.command === "perform" && isOther(ask, intent.wanted);
    intent.claims.push({ ...entry, varied: isVaried ? ask : null } satisfies Claimed);
  }
  return strays;
}

function addEffects(
  intents: readonly Intent[],
  owners: ReadonlyMap<number, Intent>,
  entries: History["entries"],
  names: ReadonlyMap<string, string>,
): void {
  const removals = only(entries, "effect-removed");
  for (const { seq, request, effect } of only(entries, "effect-committed")) {
    if (effect.planted) continue;
    const intent = (request === null ? undefined : owners.get(request)) ?? bearer(intents, effect, names);
    if (intent === undefined) continue;
    const gone = removals.find(
      (removal) =>
        removal.effect === effect.id && removal.operation === effect.operation && removal.seq > seq,
    );
    intent.effects.push({
      effect,
      seq,
      removedSeq: gone?.seq ?? Number.POSITIVE_INFINITY,
      undone: gone !== undefined && (gone.request !== null || hasFailedAt(gone.seq, entries)),
    } satisfies Made);
  }
}

/** Whether an effect was removed because the outcome of its acknowledgement was a failure. */
function hasFailedAt(removedSeq: number, entries: History["entries"]): boolean {
  const next = entries.find(({ seq }) => seq === removedSeq + 1);
  return next?.kind === "outcome-settled" && next.outcome === "failed";
}

function bearer(
  intents: readonly Intent[],
  effect: Effect,
  names: ReadonlyMap<string, string>,
): Intent | undefined {
  const same = intents.filter(
    (intent) => intent.operation.name === effect.operation && accountFits(intent, effect, names),
  );
  return the(
    same.filter(
      (intent) =>
        intent.operation.request.reference !== null &&
        hasReference(intent.operation, effect, intent.businessKey),
    ),
  );
}
