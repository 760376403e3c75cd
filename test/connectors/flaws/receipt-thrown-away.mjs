// Success is reported without a receipt.
// The id was in the answer, and nobody kept it: later there is nothing to refund by.

export const metadata = {
  id: "receipt-thrown-away",
  mistake: "Success is reported without a receipt.",
  contract: "lookup-only",
  stoppedBy: ["honest-success"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    succeed(record) {
      return super.succeed(record, null);
    }
  };
