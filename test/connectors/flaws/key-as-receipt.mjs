// The idempotency key is reported as the receipt.
// It is at hand and looks like an id; nothing at the provider has that name.

export const metadata = {
  id: "key-as-receipt",
  mistake: "The idempotency key is reported as the receipt.",
  contract: "keyed",
  stoppedBy: ["honest-success"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    succeed(record) {
      return super.succeed(record, this.makeKey(this.operationOf(record), record));
    }
  };
