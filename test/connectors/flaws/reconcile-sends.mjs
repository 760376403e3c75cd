// The nightly reconciliation sends whatever is open.
// It was written as "retry the failed ones", and unknown was stored as failed.

export const metadata = {
  id: "reconcile-sends",
  mistake: "The nightly reconciliation sends whatever is open.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lost-response/reset"],
};

export default (Careful) =>
  class extends Careful {
    async reconcile(message) {
      for (const record of this.ledger.all().filter(({ state }) => state === "open")) {
        this.save(record, { ambiguous: false });
      }
      return super.reconcile(message);
    }
  };
