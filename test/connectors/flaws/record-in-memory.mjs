// The record is kept in memory.
// It holds until the next deployment.
import { Ledger } from "../careful/ledger.mjs";

class MemoryLedger extends Ledger {
  #records = new Map();

  insert(record) {
    const key = JSON.stringify([record.operation, record.businessKey]);
    if (this.#records.has(key)) return false;
    this.#records.set(key, Object.assign(record, { epoch: 0, owner: this.owner }));
    return true;
  }

  find(operation, businessKey) {
    return this.#records.get(JSON.stringify([operation, businessKey]));
  }

  all() {
    return [...this.#records.values()];
  }

  save() {}

  claim() {
    return true;
  }
}

export const metadata = {
  id: "record-in-memory",
  mistake: "The record is kept in memory.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success", "repeat-while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    openLedger(directory) {
      return new MemoryLedger(directory);
    }
  };
