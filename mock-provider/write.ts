import { makeAnswer } from "./answers.js";
import type { Caller } from "./credentials.js";
import { named } from "./effect-store.js";
import { enact, type Enacted } from "./enact.js";
import type { Exchange, Outgoing, Soon } from "./exchange.js";
import type { Claim, KeyLayer } from "./idempotency.js";
import type { KeyRecord } from "./key-memory.js";
import type { CompiledOperation } from "./operation.js";
import { isExpired, refuse, refuseExpired, replaced } from "./refusals.js";
import type { World } from "./world.js";

/** A write on its way. */
interface Course {
  operation: CompiledOperation;
  account: string;
  layer: KeyLayer | null;
  claim: Claim;
  /** The record of its key, when this request is the one that runs. */
  owned: KeyRecord | null;
}

const keyless: Claim = { as: "keyless", record: null, original: null };

/** Takes a write from the idempotency layer to its answer; null when it is never answered. */
export function write(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  caller: Caller,
): Soon<Outgoing | null> {
  const { account } = caller;
  const layer = world.keyLayers.get(operation.is.name) ?? null;
  const problem = problemOf(world, exchange, operation, layer, caller);
  if (problem !== null) return refuse(world, exchange, "invalid", problem);
  if (world.subjects.isUnknown(operation.is, exchange, account, world.effects)) {
    return refuse(world, exchange, "notFound", `There is nothing at ${exchange.path}.`);
  }

  const claim = layer?.claim(exchange, caller, world.keys, world.clock.now()) ?? keyless;
  exchange.phase = "admitted";
  const { as, original } = claim;
  world.journal.append({ kind: "request-admitted", request: exchange.id, as, original });
  const owned = claim.as === "keyless" || !claim.runs ? null : claim.record;
  const course: Course = { operation, account, layer, claim, owned };
  if (world.stagehands.isQuiet) return proceed(world, exchange, course);
  return world.stagehands.meet(exchange, "admitted").then((direction) => {
    if (direction === "go-on") return proceed(world, exchange, course);
    if (owned !== null) giveUp(world, exchange, owned);
    return null;
  });
}

/** Past the admission: the key may be known, or somebody may have another answer in mind. */
function proceed(world: World, exchange: Exchange, course: Course): Soon<Outgoing | null> {
  const { layer, claim } = course;
  if (exchange.replacement !== null) return insteadOfCommit(world, exchange, course);
  if (claim.as !== "keyless" && !claim.runs && layer !== null) {
    return repeated(world, exchange, course.operation, layer, claim);
  }
  return commit(world, exchange, course);
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

function insteadOfCommit(world: World, exchange: Exchange, { operation, layer, owned }: Course): Outgoing {
  const { by, answer, name } = exchange.replacement ?? unsaid;
  if (layer !== null && owned !== null) {
    const kind = operation.answerKind(answer.status, name);
    if (by === "gateway") world.keys.forget(owned.name);
    else layer.complete(world.keys, owned, world.clock.now(), { answer, kind, effect: null });
  }
  return replaced(exchange);
}

function repeated(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  layer: KeyLayer,
  { as, record }: Extract<Claim, { runs: false }>,
): Soon<Outgoing | null> {
  const effect = record.effect === null ? {} : { effect: named(record.effect) };
  const scope = { ...world.scope(exchange), ...effect };
  if (as === "in-flight" || as === "mismatch") {
    const answer = as === "in-flight" ? operation.inFlight : operation.mismatch;
    return {
      answer: answer?.(scope) ?? makeAnswer(409, [], undefined),
      by: "refusal",
      name: as === "in-flight" ? "inFlight" : "mismatch",
    };
  }
  const replay = (): Outgoing => {
    // In GraphQL the answer to a lookup of nothing is one of the lookup's own field.
    const byId = operation.lookups.find(({ is }) => is.by === "id" && is.request.match.graphqlField === null);
    const answer = layer.replay(record, scope, (gone) => byId?.absent(gone) ?? world.refusals.notFound(gone));
    return { answer, by: "replay", name: null };
  };
  if (record.effect === null) return replay();
  // The effect exists, hence this request, too, is past the commit.
  exchange.phase = "committed";
  if (world.stagehands.isQuiet) return replay();
  return world.stagehands.meet(exchange, "committed").then((direction) => {
    if (direction === "stop") return null;
    return exchange.replacement === null ? replay() : replaced(exchange);
  });
}

/** Whether the token is looked at again before the commit, and is no longer good. */
function isRefusedLate(world: World, exchange: Exchange): boolean {
  return world.accounts.grant().oauth.checkedBefore.enacted === "commit" && isExpired(world, exchange);
}

function commit(world: World, exchange: Exchange, course: Course): Soon<Outgoing | null> {
  // A refresh elsewhere may have ended the token while the request waited.
  if (exchange.caller?.token !== undefined && isRefusedLate(world, exchange)) {
    if (course.owned !== null) world.keys.forget(course.owned.name);
    return refuseExpired(world, exchange);
  }
  const made = enact(world, exchange, course.operation, course.account);
  exchange.phase = "committed";
  if (world.stagehands.isQuiet) return finish(world, exchange, course, made, true);
  return world.stagehands
    .meet(exchange, "committed")
    .then((direction) => finish(world, exchange, course, made, direction === "go-on"));
}

/** The effect exists; the key remembers how it was answered, even when nobody will hear it. */
function finish(
  world: World,
  exchange: Exchange,
  { operation, layer, owned }: Course,
  { stored, isUpdate, settle }: Enacted,
  goesOn: boolean,
): Outgoing | null {
  if (exchange.epoch !== world.epoch) return null;
  settle(exchange.outcome ?? "expected");
  const { replacement } = exchange;
  const said = replacement?.by === "provider" ? replacement : null;
  const answer = said === null ? stored.answer : said.answer;
  if (layer !== null && owned !== null) {
    const kind = operation.answerKind(answer.status, said === null ? null : said.name);
    layer.complete(world.keys, owned, world.clock.now(), { answer, kind, effect: stored });
  }
  if (!goesOn) return null;
  if (replacement !== null) return replaced(exchange);
  if (!isUpdate || layer?.is.is !== "natural" || owned === null) {
    return { answer: stored.answer, by: "contract", name: null };
  }
  // An upsert says in its replay how it answers when there was something to update.
  const update = layer.replay(owned, world.scope(exchange), (scope) => world.refusals.notFound(scope));
  return { answer: update, by: "contract", name: null };
}
