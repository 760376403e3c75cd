// Two workers with the same job both send.
// Look first, insert later: both have looked before either has inserted.

export const metadata = {
  id: "twins-both-send",
  mistake: "Two workers with the same job both send.",
  contract: "keyed",
  stoppedBy: ["claims-first"],
  scenarios: ["concurrent-twins"],
};

export default (Careful) =>
  class extends Careful {
    reserve(record, leaseUntil) {
      this.ledger.insert(record, leaseUntil);
      return true;
    }
  };
