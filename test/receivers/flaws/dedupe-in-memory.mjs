// Which events were seen is kept in memory.

export const metadata = {
  id: "dedupe-in-memory",
  mistake: "Which events were seen is kept in memory.",
  contract: "counter",
  stoppedBy: ["applied-once"],
  scenarios: ["redelivery/after-restart", "crash/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    openLedger(directory) {
      const ledger = super.openLedger(directory);
      ledger.receipts.clear();
      return ledger;
    }
  };
