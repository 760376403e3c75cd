import { makeAnswer } from "./answers.js";
import { named } from "./effect-store.js";
import type { Exchange, Outgoing } from "./exchange.js";
import type { CompiledLookup } from "./lookup.js";
import type { CompiledOperation } from "./operation.js";
import { refuse } from "./refusals.js";
import type { World } from "./world.js";

/** Answers a lookup. */
export function lookUp(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  lookup: CompiledLookup,
  account: string,
): Outgoing {
  const found = lookup.answer(exchange, {
    operation: operation.is.name,
    account,
    effects: world.effects,
    scope: world.scope(exchange),
    path: exchange.path,
    lagMs: world.scaled.lagMs ?? null,
    leaveOutMatches: exchange.leaveOutMatches,
  });
  if ("problem" in found) return refuse(world, exchange, "invalid", found.problem);
  const { answer, ...rest } = found;
  return { answer, by: "contract", name: null, found: rest };
}

/** Answers a poll for the outcome of what was acknowledged. */
export function poll(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  account: string,
): Outgoing {
  const ticket = ticketIn(exchange, operation);
  const answer = world.outcomes.poll(operation.is.name, account, ticket, world.scope(exchange));
  if (answer === null) return refuse(world, exchange, "notFound", `There is no ticket '${ticket}'.`);
  return { answer, by: "contract", name: null };
}

/** Answers an operation that only reads: its own template, filled in from the effect that the path names. */
export function read(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  account: string,
): Outgoing {
  const problem = operation.contentProblem(exchange.read, exchange.headers);
  if (problem !== null) return refuse(world, exchange, "invalid", problem);
  const names = Object.values(exchange.parameters).toReversed();
  const subject = world.operations
    .flatMap(({ is }) => names.map((name) => world.effects.named(is.name, account, name)))
    .find((stored) => stored?.isLive === true);
  if (names.length > 0 && subject === undefined && !world.subjects.isExample(operation.is, exchange)) {
    return refuse(world, exchange, "notFound", `There is nothing at ${exchange.path}.`);
  }
  const scope = {
    ...world.scope(exchange, { representation: subject?.effect.representation }),
    ...(subject === undefined ? {} : { effect: named(subject) }),
  };
  const body = operation.body(scope) ?? subject?.effect.representation;
  return { answer: makeAnswer(operation.is.answer.status, [], body), by: "contract", name: null };
}

function ticketIn({ parameters, query }: Exchange, { is }: CompiledOperation): string {
  const inPath = parameters["ticket"];
  if (inPath !== undefined) return inPath;
  const named = Object.entries(is.answer.outcome?.request?.query ?? {}).find(([, template]) =>
    template.includes("{{ticket}}"),
  );
  return (named === undefined ? undefined : query[named[0]]) ?? Object.values(parameters).at(-1) ?? "";
}
