import type { Made } from "./effect-maker.js";
import type { StoredEffect } from "./effect-store.js";
import type { Exchange } from "./exchange.js";
import type { CompiledOperation } from "./operation.js";
import { subjectOf } from "./subjects.js";
import type { World } from "./world.js";

/** What came of a write. */
export interface Enacted {
  stored: StoredEffect;
  /** The effect existed before and was written anew. */
  isUpdate: boolean;
  /** For acknowledgements: decides how it ends. */
  settle: (outcome: "expected" | "succeeded" | "failed" | "never") => void;
}

const nothingToSettle = (): void => {};

/** Makes the effect exist and removes what the request takes back. */
export function enact(
  world: World,
  exchange: Exchange,
  operation: CompiledOperation,
  account: string,
): Enacted {
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
    return { stored: before, isUpdate: operation.is.nature === "sets", settle: nothingToSettle };
  }
  made.stored.subject = subject;
  const { stored, ticket } = made;
  const { outcome, is } = operation.is.answer;
  const isAcknowledged = is === "acknowledgement" && outcome !== null;
  effects.add(stored);
  journal.append({ kind: "effect-committed", request: exchange.id, effect: stored.effect });
  if (!isAcknowledged) return { stored, isUpdate: false, settle: nothingToSettle };
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
