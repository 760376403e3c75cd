// What was applied is kept in memory alone.

export const metadata = {
  id: "data-in-memory",
  mistake: "What was applied is kept in memory alone.",
  contract: "batches",
  stoppedBy: ["durable-before-success"],
  scenarios: ["restart", "redelivery/after-restart"],
};

export default (Careful) =>
  class extends Careful {
    openLedger(directory) {
      const ledger = super.openLedger(directory);
      ledger.effects.length = 0;
      return ledger;
    }
  };
