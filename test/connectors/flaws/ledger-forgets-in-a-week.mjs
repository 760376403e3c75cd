// A finished order is forgotten after a week.
// A clean-up job deletes what looks finished; the queue has older messages.

export const metadata = {
  id: "ledger-forgets-in-a-week",
  mistake: "A finished order is forgotten after a week.",
  contract: "keyed",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success/a-month-later"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const now = Date.parse(message.now);
      if (known?.state === "succeeded" && now - known.madeAt > 7 * 86_400_000) {
        this.save(known, this.newRecord(message, { now: () => now }));
      }
      return super.perform(message);
    }
  };
