import { makeAnswer } from "./answers.js";
import type { Caller } from "./credentials.js";
import { named, type StoredEffect } from "./effect-store.js";
import type { Exchange, Outgoing } from "./exchange.js";
import type { Claim, KeyLayer } from "./idempotency.js";
import type { KeyRecord } from "./key-memory.js";
import type { Made } from "./effect-maker.js";
import type { CompiledOperation } from "./operation.js";
import { refuse, replaced } from "./refusals.js";
import { subjectOf } from "./subjects.js";
import type { World } from "./world.js";

/** Takes a write from the idempotency layer to its answer; null when it is never answered. */
export async function write(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  caller: Caller,
): Promise<Outgoing | null> {
  const layer = world.keyLayers.get(operation.is.name) ?? null;
  const problem = problemOf(world, exchange, operation, layer, caller);
  if (problem !== null) return refuse(world, exchange, "invalid", problem);
  if (world.subjects.isUnknown(operation.is, exchange, caller.account, world.effects)) {
    return refuse(world, exchange, "notFound", `There is nothing at ${exchange.path}.`);
  }

  const claim: Claim = layer?.claim(exchange, caller, world.keys, world.clock.now()) ?? {
    as: "keyless",
    record: null,
    original: null,
  };
  exchange.phase = "admitted";
  world.journal.append({
    kind: "request-admitted",
    request: exchange.id,
    as: claim.as,
    original: claim.original,
  });
  const owned = claim.as === "keyless" || !claim.runs ? null : claim.record;
  if (!world.stagehands.isQuiet && (await world.stagehands.meet(exchange, "admitted")) === "stop") {
    if (owned !== null) giveUp(world, exchange, owned);
    return null;
  }
  if (exchange.replacement !== null)
    return insteadOfCommit(world, exchange, operation, { layer, record: owned });
  if (claim.as !== "keyless" && !claim.runs && layer !== null) {
    return repeated(world, exchange, operation, layer, claim);
  }
  return commit(world, exchange, operation, caller.account, { layer, record: owned });
}

/** Validation runs before the key is looked at where the contract says so; otherwise a known key is answered first. */
function problemOf(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  layer: KeyLayer | null,
  caller: Caller,
): string | null {
  // Run in any case, since it converts the values of forms.
  const problem = operation.contentProblem(exchange.read, exchange.headers);
  if (layer === null) return problem;
  const keyProblem = layer.keyProblem(exchange.key);
  if (keyProblem !== null || problem === null) return keyProblem;
  const isFirst = layer.is.checkedAfter.includes("validation");
  return isFirst || !layer.knows(exchange, caller, world.keys, world.clock.now()) ? problem : null;
}

/** A request that is never processed any further is in flight for as long as its connection lives. */
function giveUp(world: World, exchange: Exchange, record: KeyRecord): void {
  const forget = (): void => world.keys.forget(record.name);
  if (exchange.isCut || exchange.goneIn !== null || exchange.epoch !== world.epoch) forget();
  else exchange.whenOver.push(forget);
}

const unsaid = { by: "gateway", answer: makeAnswer(500, [], undefined), name: null } as const;

function insteadOfCommit(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  { layer, record }: { layer: KeyLayer | null; record: KeyRecord | null },
): Outgoing {
  const { by, answer, name } = exchange.replacement ?? unsaid;
  if (layer !== null && record !== null) {
    const kind = operation.answerKind(answer.status, name);
    if (by === "gateway") world.keys.forget(record.name);
    else layer.complete(world.keys, record, world.clock.now(), { answer, kind, effect: null });
  }
  return replaced(exchange);
}

async function repeated(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  layer: KeyLayer,
  { as, record }: Extract<Claim, { runs: false }>,
): Promise<Outgoing | null> {
  const scope = {
    ...world.scope(exchange),
    ...(record.effect === null ? {} : { effect: named(record.effect) }),
  };
  if (as === "in-flight" || as === "mismatch") {
    const answer = as === "in-flight" ? operation.inFlight : operation.mismatch;
    return {
      answer: answer?.(scope) ?? makeAnswer(409, [], undefined),
      by: "refusal",
      name: as === "in-flight" ? "inFlight" : "mismatch",
    };
  }
  // The effect exists, hence this request, too, is past the commit.
  if (record.effect !== null) {
    exchange.phase = "committed";
    if (!world.stagehands.isQuiet && (await world.stagehands.meet(exchange, "committed")) === "stop")
      return null;
    if (exchange.replacement !== null) return replaced(exchange);
  }
  // In GraphQL that answer is one of the lookup's own field.
  const byId = operation.lookups.find(({ is }) => is.by === "id" && is.request.match.graphqlField === null);
  const answer = layer.replay(record, scope, (gone) => byId?.absent(gone) ?? world.refusals.notFound(gone));
  return { answer, by: "replay", name: null };
}

async function commit(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  account: string,
  { layer, record }: { layer: KeyLayer | null; record: KeyRecord | null },
): Promise<Outgoing | null> {
  const made = enact(world, exchange, operation, account);
  exchange.phase = "committed";
  const isStopped =
    !world.stagehands.isQuiet && (await world.stagehands.meet(exchange, "committed")) === "stop";
  if (exchange.epoch !== world.epoch) return null;
  const { stored } = made;
  made.settle(exchange.outcome ?? "expected");
  const { replacement } = exchange;
  const own = replacement?.by === "provider" ? replacement.answer : stored.answer;
  if (layer !== null && record !== null) {
    const kind = operation.answerKind(own.status, replacement?.by === "provider" ? replacement.name : null);
    layer.complete(world.keys, record, world.clock.now(), { answer: own, kind, effect: stored });
  }
  if (isStopped) return null;
  if (replacement !== null) return replaced(exchange);
  if (!made.isUpdate || layer?.is.is !== "natural" || record === null) {
    return { answer: stored.answer, by: "contract", name: null };
  }
  // An upsert says in its replay how it answers when there was something to update.
  const answer = layer.replay(record, world.scope(exchange), (scope) => world.refusals.notFound(scope));
  return { answer, by: "contract", name: null };
}

interface Enacted {
  stored: StoredEffect;
  /** The effect existed before and was written anew. */
  isUpdate: boolean;
  settle(outcome: "expected" | "succeeded" | "failed" | "never"): void;
}

/** Makes the effect exist and removes what the request takes back. */
function enact(world: World, exchange: Exchange, operation: CompiledOperation, account: string): Enacted {
  const { effects, journal } = world;
  const subject = subjectOf(operation.is, exchange);
  const before = subject === null ? undefined : effects.about(operation.is.name, account, subject);
  const maker = { ids: world.ids, baseUrl: world.listener.baseUrl, now: world.clock.now(), effects };
  const made: Made = operation.make(exchange, account, maker, before?.id ?? null);

  const back = world.subjects.takenBack(operation.is, exchange, account, effects);
  if (back?.stored.isLive === true) removeEffect(world, back.stored, exchange.id);

  if (before !== undefined) {
    before.answer = made.stored.answer;
    if (operation.is.nature === "sets") {
      effects.rewrite(before, made.stored.effect);
      journal.append({ kind: "effect-committed", request: exchange.id, effect: before.effect });
    }
    return { stored: before, isUpdate: operation.is.nature === "sets", settle: () => {} };
  }
  made.stored.subject = subject;
  const { stored, ticket } = made;
  const { outcome, is } = operation.is.answer;
  const isAcknowledged = is === "acknowledgement" && outcome !== null;
  effects.add(stored);
  journal.append({ kind: "effect-committed", request: exchange.id, effect: stored.effect });
  if (!isAcknowledged) return { stored, isUpdate: false, settle: () => {} };
  const takesMs = world.scaled.outcomeMs ?? outcome.takesMs;
  const accepted = world.outcomes.accept(ticket ?? stored.effect.id, stored, outcome, takesMs);
  return { stored, isUpdate: false, settle: (as) => world.outcomes.end(accepted, as) };
}

/** Makes an effect no longer exist; the natural key it occupied is free again. */
export function removeEffect(world: World, stored: StoredEffect, request: number | null): void {
  const { id, operation } = stored.effect;
  world.effects.remove(stored);
  if (stored.naturalKey !== null) world.keys.forget(stored.naturalKey);
  world.journal.append({ kind: "effect-removed", request, effect: id, operation });
}
