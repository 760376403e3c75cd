// After a restart the first payload is forgotten, and any other is taken for a repeat.
// The payload's hash lives in memory, the rest in the table.

export const metadata = {
  id: "edit-unnoticed-after-restart",
  mistake: "After a restart the first payload is forgotten, and any other is taken for a repeat.",
  contract: "lookup-only",
  stoppedBy: ["honest-success"],
  scenarios: ["conflicting-payload/after-restart"],
};

export default (Careful) =>
  class extends Careful {
    hashes = new Map();

    reserve(record, leaseUntil) {
      const mine = super.reserve(record, leaseUntil);
      if (mine) this.hashes.set(record.businessKey, record.hash);
      return mine;
    }

    isOtherPayload(record, message) {
      return this.hashes.has(record.businessKey) && super.isOtherPayload(record, message);
    }
  };
