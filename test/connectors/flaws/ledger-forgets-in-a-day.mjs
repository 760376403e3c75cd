// A finished order is forgotten after a day.
// As long as the provider remembers the key, it hides that.

export const metadata = {
  id: "ledger-forgets-in-a-day",
  mistake: "A finished order is forgotten after a day.",
  contract: "keyed",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success/a-day-later"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const now = Date.parse(message.now);
      if (known?.state === "succeeded" && now - known.madeAt > 86_400_000) {
        this.save(known, this.newRecord(message, { now: () => now }));
      }
      return super.perform(message);
    }
  };
