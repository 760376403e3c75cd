// A known business key is answered from the ledger, whatever its payload.
// The edited order is reported as done, and the one that exists has the old amount.

export const metadata = {
  id: "first-receipt-for-other-payload",
  mistake: "A known business key is answered from the ledger, whatever its payload.",
  contract: "keyed",
  stoppedBy: ["honest-success"],
  scenarios: ["conflicting-payload"],
};

export default (Careful) =>
  class extends Careful {
    refuseOtherPayload(record) {
      return this.claimOf(record);
    }
  };
