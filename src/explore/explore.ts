import type { Step } from "../core/scenario.js";
import type { CheckRequest } from "../run/check.js";
import type { Target } from "../run/target.js";
import { compose } from "./compose.js";
import { draw, shrink } from "./draw.js";
import { menuFor, type Menu } from "./menu.js";
import { pairs } from "./pairs.js";
import { Player, type Played } from "./player.js";

/** What is explored, and for how long. */
export interface ExploreRequest extends CheckRequest {
  /** Scenarios for each operation. */
  runs: number;
  /** No new scenario is begun after this, real ms; null: no limit. */
  timeMs: number | null;
}

/** What exploring tells while it runs. */
export type ExploreEvent =
  | { event: "planned"; operation: string; pairs: number; runs: number }
  | { event: "played"; operation: string; verdict: Played["verdict"] }
  | { event: "shrinking"; operation: string; scenario: string; steps: number; rule: string };

/** How far one operation was explored. */
export interface Tally {
  operation: string;
  /** Scenarios that put one fault at one phase of one attempt, and how many of them there are. */
  pairs: { played: number; of: number };
  /** Scenarios at random that were played. */
  random: number;
  /** Those of all that exercised what they were made of. */
  conclusive: number;
}

/** The first failing scenario, made as small as was possible. */
export interface Found {
  target: Target;
  /** `explored/<seed>-<n>`. */
  id: string;
  /** Which one it was, from 1. */
  number: number;
  /** Of the worst violation. */
  rule: string;
  steps: Step[];
  /** As it was drawn. */
  drawnSteps: Step[];
  /** Plays spent on making it smaller. */
  tries: number;
  /** False when it failed once and then no more: what is shown is the first time. */
  reproduced: boolean;
  played: Played;
}

export interface Explored {
  tallies: Tally[];
  found: Found | null;
  /** How the kit itself failed, once for each time. */
  kitFailures: string[];
}

/** Plays spent on making a failing scenario smaller. */
const shrinkBudget = 80;

/**
 * Plays generated scenarios for each operation, first every fault at every phase and attempt, then at random, until one fails
 * or the runs are used up; a failing one is made smaller. The same seed gives the same scenarios.
 */
export async function explore(
  request: ExploreRequest,
  listen: (event: ExploreEvent) => void = () => undefined,
): Promise<Explored> {
  const until = request.timeMs === null ? Number.POSITIVE_INFINITY : performance.now() + request.timeMs;
  const player = await Player.open(request);
  const explored: Explored = { tallies: [], found: null, kitFailures: [] };
  try {
    for (const target of player.targets) {
      const menu = menuFor(player.subjectOf(target), target.capabilities);
      const first = await search(request, { player, target, menu, until, explored, listen });
      if (first === null) continue;
      explored.found = await smaller(request, { player, target, menu, listen }, first);
      break;
    }
  } finally {
    await player.close();
  }
  return explored;
}

interface Surroundings {
  player: Player;
  target: Target;
  menu: Menu;
  listen: (event: ExploreEvent) => void;
}

interface Failing {
  number: number;
  drawn: readonly number[];
  played: Played;
}

/** The failing scenario with the lowest number; null when none fails. */
async function search(
  { runs, seed, jobs }: ExploreRequest,
  around: Surroundings & { until: number; explored: Explored },
): Promise<Failing | null> {
  const { player, target, menu, until, explored, listen } = around;
  const operation = target.operation.name;
  const everyPair = pairs(menu);
  const paired = everyPair.slice(0, runs);
  const all = [...paired, ...draw(menu, seed, runs - paired.length)];
  const tally: Tally = { operation, pairs: { played: 0, of: everyPair.length }, random: 0, conclusive: 0 };
  explored.tallies.push(tally);
  listen({ event: "planned", operation, pairs: paired.length, runs: all.length });
  let next = 0;
  const failing: Failing[] = [];
  const worker = async (): Promise<void> => {
    while (next < all.length && failing.length === 0 && performance.now() < until) {
      const index = next++;
      const drawn = all[index] ?? [];
      const played = await player.play(target, idOf(seed, index + 1), compose(menu, drawn));
      if (index < paired.length) tally.pairs.played += 1;
      else tally.random += 1;
      if (played.verdict === "pass" || played.verdict === "fail") tally.conclusive += 1;
      if (played.cause !== null) explored.kitFailures.push(played.cause);
      listen({ event: "played", operation, verdict: played.verdict });
      if (played.verdict === "fail") failing.push({ number: index + 1, drawn, played });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  return failing.toSorted((a, b) => a.number - b.number)[0] ?? null;
}

/** Makes a failing scenario smaller, as long as it fails under the same rule, and plays the smallest once more. */
async function smaller(
  { seed }: ExploreRequest,
  { player, target, menu, listen }: Surroundings,
  { number, drawn, played }: Failing,
): Promise<Found> {
  const id = idOf(seed, number);
  const rule = played.violations[0]?.rule ?? "";
  const drawnSteps = compose(menu, drawn);
  const operation = target.operation.name;
  listen({ event: "shrinking", operation, scenario: id, steps: drawnSteps.length, rule });
  const breaks = ({ violations }: Played): boolean => violations.some((violation) => violation.rule === rule);
  let tries = 0;
  let best = { steps: drawnSteps, played };
  const seen = new Map<string, boolean>();
  const fails = async (steps: Step[]): Promise<boolean> => {
    const text = JSON.stringify(steps);
    const before = seen.get(text);
    if (before !== undefined || tries >= shrinkBudget) return before ?? false;
    tries += 1;
    const again = await player.play(target, id, steps);
    const isSame = breaks(again);
    seen.set(text, isSame);
    if (isSame && steps.length <= best.steps.length) best = { steps, played: again };
    return isSame;
  };
  await shrink(menu, drawn, (candidate) => fails(compose(menu, candidate)), shrinkBudget);
  await dropSteps(() => best.steps, fails);
  const last = await player.play(target, id, best.steps);
  const reproduced = breaks(last);
  return {
    target,
    id,
    number,
    rule,
    steps: best.steps,
    drawnSteps,
    tries,
    reproduced,
    played: reproduced ? last : best.played,
  };
}

/** Leaves out one step after the other, the last first, for as long as it still fails. */
async function dropSteps(smallest: () => Step[], fails: (steps: Step[]) => Promise<boolean>): Promise<void> {
  let index = smallest().length - 1;
  while (index >= 0) {
    const steps = smallest();
    const without = steps.filter((_, position) => position !== index);
    if (without.length > 0) await fails(without);
    index = Math.min(index, smallest().length) - 1;
  }
}

function idOf(seed: number, number: number): string {
  return `explored/${seed}-${number}`;
}
