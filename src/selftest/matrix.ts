import { played as playedResults } from "./outcome.js";
import type { Played } from "./selftest.js";

/** What the connectors with known flaws did in every scenario: docs/reference/kill-matrix.json, from which the page is made. */
export interface Matrix {
  version: 1;
  /** The scenarios that apply to the first operation of a contract, by its id. */
  scenarios: Record<string, string[]>;
  flaws: Record<string, FlawRow>;
  careful: Record<string, CarefulRow>;
}

export interface FlawRow {
  contract: string;
  /** The rules that were violated, by scenario. */
  stopped: Record<string, string[]>;
  inconclusive: string[];
}

export interface CarefulRow {
  contract: string;
  played: number;
  /** A line for each result that is not a pass. */
  blamed: string[];
}

export const emptyMatrix: Matrix = { version: 1, scenarios: {}, flaws: {}, careful: {} };

/**
 * The matrix with the rows of what was played anew; the others stay, and so do the scenarios that were not asked for in a row
 * played in part. Sorted, so that a row that did not change shows none.
 */
export function withRows(matrix: Matrix, played: readonly Played[]): Matrix {
  const scenarios = { ...matrix.scenarios };
  const flaws = { ...matrix.flaws };
  const careful = { ...matrix.careful };
  for (const { actor, results, wrong, isPart } of played) {
    const contract = actor.contract.id;
    const judged = playedResults(results);
    if (actor.flaw === null) {
      const first = judged.filter(({ operation }) => operation === judged[0]?.operation);
      const known = isPart ? (scenarios[contract] ?? []) : [];
      const before = isPart ? careful[actor.id] : undefined;
      const added = judged.filter(({ scenario }) => !known.includes(scenario)).length;
      careful[actor.id] = {
        contract,
        played: (before?.played ?? 0) + added,
        blamed: unique([...(before?.blamed ?? []), ...wrong]),
      };
      scenarios[contract] = unique([...known, ...first.map(({ scenario }) => scenario)]);
      continue;
    }
    const failed = judged.filter(({ verdict }) => verdict === "fail");
    const stopped = unique(failed.map(({ scenario }) => scenario)).map((name): [string, string[]] => [
      name,
      unique(
        failed
          .filter(({ scenario }) => scenario === name)
          .flatMap(({ violations }) => violations.map(({ rule }) => rule)),
      ),
    ]);
    const inconclusive = judged
      .filter(({ verdict }) => verdict === "inconclusive")
      .map(({ scenario }) => scenario);
    const before = isPart ? flaws[actor.id] : undefined;
    const stays = (name: string): boolean => !judged.some(({ scenario }) => scenario === name);
    const stoppedBefore = Object.entries(before?.stopped ?? {}).filter(([name]) => stays(name));
    flaws[actor.id] = {
      contract,
      stopped: sorted(Object.fromEntries([...stoppedBefore, ...stopped])),
      inconclusive: unique([...(before?.inconclusive ?? []).filter(stays), ...inconclusive]),
    };
  }
  return {
    version: 1,
    scenarios: sorted(scenarios),
    flaws: sorted(flaws),
    careful: sorted(careful),
  };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
