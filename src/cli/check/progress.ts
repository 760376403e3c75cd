import { printable } from "../../core/printable.js";
import type { CheckEvent } from "../../run/check.js";
import type { ReceiverCheckEvent } from "../../run/receive/check-receiver.js";

/** Says on stderr how far a check is: one line that is rewritten on a terminal, a plain line now and then elsewhere. */
export class Progress {
  readonly #name: string;
  readonly #terminal: boolean;
  #total = 0;
  #done = 0;
  #failed = 0;
  #saidTenths = 0;

  constructor(name: string, terminal: boolean) {
    this.#name = printable(name);
    this.#terminal = terminal;
  }

  take(event: CheckEvent | ReceiverCheckEvent): void {
    if (event.event === "planned") {
      this.#total = event.total;
      if (!this.#terminal) this.#say(`${this.#name}: ${event.total} scenarios`);
      return;
    }
    this.#done += 1;
    if (event.result.verdict === "fail") this.#failed += 1;
    const state = `${this.#name}: ${this.#done}/${this.#total} done, ${this.#failed} failed`;
    if (this.#terminal) {
      process.stderr.write(`\r\u001B[2K${state}  ${event.result.scenario}`);
      return;
    }
    const tenths = Math.floor((10 * this.#done) / this.#total);
    if (tenths === this.#saidTenths) return;
    this.#saidTenths = tenths;
    this.#say(state);
  }

  /** Takes the rewritten line away. */
  end(): void {
    if (this.#terminal) process.stderr.write("\r\u001B[2K");
  }

  #say(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}
