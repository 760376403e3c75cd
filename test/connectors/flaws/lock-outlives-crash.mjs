// A record that a dead process held is never taken up again.
// "In progress" stays in progress (powertools-lambda-python#738).

export const metadata = {
  id: "lock-outlives-crash",
  mistake: "A record that a dead process held is never taken up again.",
  contract: "keyed",
  stoppedBy: ["resolved"],
  scenarios: ["crash/before-commit", "crash/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    openLedger(directory) {
      const ledger = super.openLedger(directory);
      ledger.isOver = () => false;
      return ledger;
    }
  };
