import type { Explored, ExploreEvent, Tally } from "../../explore/explore.js";
import type { CheckRequest } from "../../run/check.js";

/** Says on stderr how far exploring is, and at the end what was explored. */
export class Progress {
  readonly #request: CheckRequest;
  readonly #terminal: boolean;
  #planned = { operation: "", pairs: 0, runs: 0 };
  #done = 0;
  #inconclusive = 0;
  #saidTenths = 0;

  constructor(request: CheckRequest, terminal: boolean) {
    this.#request = request;
    this.#terminal = terminal;
  }

  take(event: ExploreEvent): void {
    if (event.event === "planned") {
      this.#planned = event;
      this.#done = 0;
      this.#inconclusive = 0;
      this.#saidTenths = 0;
      const { pairs, runs, operation } = event;
      this.#say(
        `${this.#request.name}: ${operation}, seed ${this.#request.seed}: ${runs} scenarios, ${pairs} of them pairs`,
      );
      return;
    }
    if (event.event === "shrinking") {
      this.end();
      this.#say(
        `  ${event.scenario} fails under ${event.rule} in ${event.steps} steps; looking for a smaller one …`,
      );
      return;
    }
    this.#done += 1;
    if (event.verdict !== "pass" && event.verdict !== "fail") this.#inconclusive += 1;
    this.#show();
  }

  /** Takes the rewritten line away; with what was explored, sums it up. */
  end(explored?: Explored): void {
    if (this.#terminal) process.stderr.write("\r\u001B[2K");
    for (const tally of explored?.tallies ?? []) this.#say(`  ${summary(tally)}`);
    const found = explored?.found ?? null;
    if (explored !== undefined && found === null) this.#say("  nothing failed");
    if (found === null) return;
    const { drawnSteps, steps, tries, reproduced } = found;
    this.#say(`  made of ${drawnSteps.length} steps ${steps.length}, in ${tries} tries`);
    if (!reproduced) {
      this.#say(
        "  it failed, and passed when it was played again: the connector does not always do the same",
      );
    }
  }

  #show(): void {
    const { pairs, runs, operation } = this.#planned;
    const state = `${operation}: ${Math.min(this.#done, pairs)}/${pairs} pairs, ${this.#done}/${runs} scenarios, ${this.#done - this.#inconclusive} conclusive`;
    if (this.#terminal) {
      process.stderr.write(`\r\u001B[2K  ${state}`);
      return;
    }
    const tenths = Math.floor((10 * this.#done) / runs);
    if (tenths === this.#saidTenths) return;
    this.#saidTenths = tenths;
    this.#say(`  ${state}`);
  }

  #say(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}

function summary({ operation, pairs, random, conclusive }: Tally): string {
  const total = pairs.played + random;
  return `${operation}: ${total} scenarios played (${pairs.played} of ${pairs.of} pairs, ${random} at random), ${conclusive} of them conclusive`;
}
