// A finished order is forgotten after an hour.
// The cache in front of the table was taken for the table.

export const metadata = {
  id: "ledger-forgets-in-an-hour",
  mistake: "A finished order is forgotten after an hour.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success/an-hour-later"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const now = Date.parse(message.now);
      if (known?.state === "succeeded" && now - known.madeAt > 3_600_000) {
        this.save(known, this.newRecord(message, { now: () => now }));
      }
      return super.perform(message);
    }
  };
