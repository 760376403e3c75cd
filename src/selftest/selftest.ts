import type { History } from "../core/history.js";
import type { Result } from "../core/verdict.js";
import { inParallel } from "../run/jobs.js";
import type { Actor } from "./cast.js";
import { blamed, unstopped } from "./outcome.js";
import { Theatre } from "./play.js";

/** An actor after the play. */
export interface Played {
  actor: Actor;
  results: Result[];
  /** What is wrong: a flaw that was not stopped as it has to be, a careful connector that is blamed. */
  wrong: string[];
  /** The kit itself failed in some scenario. */
  kitFailed: boolean;
  /** Played a second time, alone. */
  again: boolean;
}

export interface SelftestOptions {
  /** Flaws are played in every scenario of their contract's first operation, and not only in those that have to stop them. */
  full: boolean;
  /** Actors side by side. */
  jobs: number;
  listen?(played: Played): void | Promise<void>;
  /** Takes each result with its history, as long as that is at hand. */
  witness?(actor: Actor, result: Result, history: History | null): void;
}

/** Scenarios of one actor that are played side by side: most of their time is waiting. */
const scenariosAtOnce = 4;

/**
 * Plays every actor and says what is wrong with the kit, if anything is. A flaw that did not show is played a second time,
 * alone: on a busy machine it may have given up on the very answer that it would have read wrongly. A careful connector has
 * no second chance.
 */
export async function selftest(actors: readonly Actor[], options: SelftestOptions): Promise<Played[]> {
  await using theatre = new Theatre();
  const play = async (actor: Actor, atOnce: number, again: boolean): Promise<Played> => {
    const { flaw } = actor;
    const { report, kitFailed } =
      flaw !== null && options.full
        ? await theatre.checkFirstOperation(actor, atOnce)
        : await theatre.check(actor, flaw?.scenarios ?? [], atOnce, (event) => {
            if (event.event === "finished") options.witness?.(actor, event.result, event.history);
          });
    const { results } = report;
    const wrong = flaw === null ? blamed(results) : unstopped(flaw, results);
    return { actor, results, wrong, kitFailed, again };
  };
  // The long ones first, so that no core is idle at the end.
  const ordered = [...actors].sort((a, b) => weight(b, options.full) - weight(a, options.full));
  const mayHaveMissed: Actor[] = [];
  const played = await inParallel(ordered, options.jobs, async (actor) => {
    const one = await play(actor, scenariosAtOnce, false);
    if (actor.flaw !== null && one.wrong.length > 0) {
      mayHaveMissed.push(actor);
      return [];
    }
    await options.listen?.(one);
    return [one];
  });
  const alone: Played[] = [];
  for (const actor of mayHaveMissed) {
    const one = await play(actor, 1, true);
    await options.listen?.(one);
    alone.push(one);
  }
  return [...played.flat(), ...alone];
}

function weight({ flaw, contract }: Actor, full: boolean): number {
  return flaw === null || full ? 1000 * contract.operations.length : flaw.scenarios.length;
}
