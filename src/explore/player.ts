import { judge } from "../../checks/judge.js";
import type { Rule } from "../../checks/rule.js";
import type { Subject } from "../../checks/scenario.js";
import type { Fault } from "../../mock-provider/fault.js";
import { loadCatalogue } from "../catalogue.js";
import type { History } from "../core/history.js";
import type { Step } from "../core/scenario.js";
import type { Result } from "../core/verdict.js";
import { planCheck, type CheckRequest } from "../run/check.js";
import { IdleSessions } from "../run/idle-sessions.js";
import { play } from "../run/play.js";
import { unlessKitFails, type Played as CasePlayed } from "../run/run-cases.js";
import { selectOperations } from "../run/select.js";
import type { Target } from "../run/target.js";

/** One scenario that was played and judged. */
export interface Played extends CasePlayed<History> {
  durationMs: number;
}

/** Plays scenarios that are in no catalogue on one connector, whose processes it keeps where they can be reopened. */
export class Player {
  readonly #request: CheckRequest;
  readonly #faults: ReadonlyMap<string, Fault>;
  readonly #rules: readonly Rule[];
  readonly #idle = new IdleSessions();
  /** One for each operation that is checked. */
  readonly targets: readonly Target[];

  private constructor(
    request: CheckRequest,
    catalogue: { faults: ReadonlyMap<string, Fault>; rules: readonly Rule[] },
    targets: readonly Target[],
  ) {
    this.#request = request;
    this.#faults = catalogue.faults;
    this.#rules = catalogue.rules;
    this.targets = targets;
  }

  /** Starts the connector once to learn what it can do. Rejects with KitError("connector") when it cannot be started. */
  static async open(request: CheckRequest): Promise<Player> {
    const faults = await loadCatalogue<Fault>("faults");
    const rules = [...(await loadCatalogue<Rule>("rules")).values()];
    const jobs = await planCheck({ ...request, scenarios: [] });
    const targets = new Map(jobs.map(({ target }) => [target.operation.name, target]));
    return new Player(request, { faults, rules }, [...targets.values()]);
  }

  /** What scenarios for a target are made for. */
  subjectOf({ operation, timing }: Target): Subject {
    const { contract, operations } = this.#request;
    const performs = selectOperations(contract, operations).map(({ name }) => name);
    return { contract, operation, performs, timing };
  }

  /** Plays the steps in a world of their own and judges what happened. */
  async play(target: Target, id: string, steps: Step[]): Promise<Played> {
    const begun = performance.now();
    const played = await unlessKitFails(async () => {
      const history = await play(target, { id, steps }, this.#faults, this.#idle);
      return { ...judge(history, target.contract, this.#rules), history };
    });
    return { ...played, durationMs: Math.round(performance.now() - begun) };
  }

  /** Ends the connector's processes. */
  async close(): Promise<void> {
    await this.#idle.close();
  }
}

/** A played scenario as a result of a report. */
export function resultOf(target: Target, id: string, played: Played): Result {
  const { verdict, reason, violations, durationMs } = played;
  return {
    operation: target.operation.name,
    scenario: id,
    verdict,
    reason,
    durationMs,
    history: null,
    violations,
  };
}
