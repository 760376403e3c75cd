import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../core/verdict.js";
import stdio from "../drivers/stdio.js";
import { check, planCheck, type CheckEvent, type CheckRequest } from "../run/check.js";
import type { Checked } from "../run/run-cases.js";
import { makeScratchDirectory } from "../run/scratch.js";
import { selectOperations } from "../run/select.js";
import { packageRoot, type Actor } from "./cast.js";

/** Room in which actors are played; to be disposed of. */
export class Theatre {
  readonly #scratch = makeScratchDirectory();

  /** Plays the scenarios (none named: all that apply), `jobs` side by side, and judges them. */
  async play(actor: Actor, scenarios: readonly string[], jobs: number): Promise<Result[]> {
    const { report } = await this.check(actor, scenarios, jobs);
    return report.results;
  }

  /** The same with all that is known of the run. */
  async check(
    actor: Actor,
    scenarios: readonly string[],
    jobs: number,
    listen?: (event: CheckEvent) => void,
  ): Promise<Checked> {
    return check(this.requestFor(actor, scenarios, jobs), listen);
  }

  /** The same with the first operation of the contract alone. */
  async checkFirstOperation(actor: Actor, scenarios: readonly string[], jobs: number): Promise<Checked> {
    return check({ ...this.requestFor(actor, scenarios, jobs), only: firstOperation(actor) });
  }

  /** The names of what that would play. */
  async plan(actor: Actor): Promise<string[]> {
    const jobs = await planCheck({ ...this.requestFor(actor, [], 1), only: firstOperation(actor) });
    return jobs.flatMap(({ planned }) => ("steps" in planned ? [planned.scenario] : []));
  }

  /** How an actor is played. */
  requestFor(actor: Actor, scenarios: readonly string[], jobs: number): CheckRequest {
    const { contract, flaw } = actor;
    // As JSON, so that no process has to compile the schema of contracts first.
    const file = join(this.#scratch.path, `${contract.id}.json`);
    writeFileSync(file, JSON.stringify(contract));
    return {
      contract,
      command: actor.command ?? `${quoted(process.execPath)} test/connectors/careful.mjs`,
      name: actor.id,
      driver: stdio,
      workingDirectory: packageRoot,
      environment: {
        PYTHONDONTWRITEBYTECODE: "1",
        THREEWORLDS_CONTRACT: file,
        ...(flaw === null ? {} : { THREEWORLDS_FLAW: flaw.id }),
      },
      operations: [],
      scenarios,
      payloads: {},
      timing: flaw?.timing ?? {},
      patienceMs: flaw?.patienceMs ?? 10_000,
      seed: 1,
      jobs,
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#scratch.remove();
    return Promise.resolve();
  }
}

function firstOperation({ contract }: Actor): string[] {
  return selectOperations(contract, [])
    .slice(0, 1)
    .map(({ name }) => name);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
