import type { History } from "../core/history.js";
import type { Result } from "../core/verdict.js";
import { inParallel } from "../run/jobs.js";
import type { Actor } from "./cast.js";
import type { Flaw } from "./flaw.js";
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
  /** Only some of its scenarios were asked for. */
  isPart: boolean;
}

export interface SelftestOptions {
  /** Flaws are played in every scenario of their contract's first operation, and not only in those that have to stop them. */
  full: boolean;
  /** With `full`: only these, names or globs; none: all. */
  scenarios?: readonly string[];
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
    const only = options.scenarios ?? [];
    const { report, kitFailed } =
      flaw !== null && options.full
        ? await theatre.checkFirstOperation(actor, only, atOnce)
        : await theatre.check(actor, flaw?.scenarios ?? only, atOnce, (event) => {
            if (event.event === "finished") options.witness?.(actor, event.result, event.history);
          });
    const { results } = report;
    const isPart = only.length > 0;
    const wrong = flaw === null ? blamed(results) : unstopped(isPart ? within(flaw, results) : flaw, results);
    return { actor, results, wrong, kitFailed, again, isPart };
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

/** What the flaw promises of the scenarios that were played. */
function within(flaw: Flaw, results: readonly Result[]): Flaw {
  const scenarios = flaw.scenarios.filter((name) => results.some(({ scenario }) => scenario === name));
  return { ...flaw, scenarios, stoppedBy: scenarios.length === 0 ? [] : flaw.stoppedBy };
}

function weight({ flaw, contract }: Actor, full: boolean): number {
  return flaw === null || full ? 1000 * contract.operations.length : flaw.scenarios.length;
}
