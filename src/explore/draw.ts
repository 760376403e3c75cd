import { array, asyncProperty, check, integer, oneof, sample, type Arbitrary } from "fast-check";
import { families, type Family, type Menu } from "./menu.js";

/** How often a step of each family is drawn. */
const weights: Record<Family, number> = {
  perform: 5,
  fault: 6,
  crash: 2,
  process: 2,
  time: 2,
  "look-alike": 1,
};

const mostMoves = 9;

/** Scenarios as numbers of moves, drawn at random; the same seed gives the same ones. */
export function draw(menu: Menu, seed: number, count: number): number[][] {
  if (count <= 0) return [];
  return sample(scenarios(menu), { seed, numRuns: count });
}

/**
 * The smallest scenario made from a failing one that still fails, as far as `budget` tries go. `fails` is asked about one
 * scenario at a time.
 */
export async function shrink(
  menu: Menu,
  drawn: readonly number[],
  fails: (drawn: readonly number[]) => Promise<boolean>,
  budget: number,
): Promise<readonly number[]> {
  let smallest = drawn;
  let tries = 0;
  const property = asyncProperty(scenarios(menu), async (candidate) => {
    // The first one is known to fail.
    if (candidate.length === drawn.length && candidate.every((number, index) => number === drawn[index])) {
      return false;
    }
    if (tries >= budget) return true;
    tries += 1;
    if (!(await fails(candidate))) return true;
    smallest = candidate;
    return false;
  });
  await check(property, { examples: [[[...drawn]]], numRuns: 1, seed: 1 });
  return smallest;
}

function scenarios(menu: Menu): Arbitrary<number[]> {
  const choices = families.flatMap((family) => {
    const first = menu.moves.findIndex((move) => move.family === family);
    const last = menu.moves.findLastIndex((move) => move.family === family);
    return first === -1 ? [] : [{ arbitrary: integer({ min: first, max: last }), weight: weights[family] }];
  });
  return array(oneof(...choices), { minLength: 1, maxLength: mostMoves, size: "max" });
}
