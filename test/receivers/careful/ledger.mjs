import fs from "node:fs";
import { join } from "node:path";

/**
 * The durable memory: a file to which lines are added. What is added together is one line and one write, so that it is there
 * whole or not at all, whenever the process is killed.
 */
export class Ledger {
  #file;
  /** By source and identity: what was done about an event. */
  receipts = new Map();
  /** What events changed, in order. */
  effects = [];
  /** Events taken and not yet applied, by source and identity. */
  inbox = new Map();

  constructor(directory) {
    const path = join(directory, "ledger.jsonl");
    const there = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
    for (const line of there.split("\n").slice(0, -1)) this.#remember(JSON.parse(line));
    this.#file = fs.openSync(path, "a");
  }

  /** Adds receipts, effects and accepted events in one write; in memory once they are on disk. */
  commit(lines) {
    if (lines.length === 0) return;
    fs.writeSync(this.#file, `${JSON.stringify(lines)}\n`);
    this.#remember(lines);
  }

  #remember(lines) {
    for (const { accepted, receipt, effect } of lines) {
      if (accepted !== undefined) this.inbox.set(keyOf(accepted.source, accepted.identity), accepted);
      if (receipt !== undefined) {
        const key = keyOf(receipt.source, receipt.identity);
        this.receipts.set(key, receipt);
        this.inbox.delete(key);
      }
      if (effect !== undefined) this.effects.push(effect);
    }
  }
}

/** Identities are a source's own. */
export function keyOf(source, identity) {
  return JSON.stringify([source, identity]);
}
