// An order that is open for more than an hour starts anew when it is handed out again.
// A row that is stuck is taken for a row that was never worked on.

export const metadata = {
  id: "stuck-rows-start-anew",
  mistake: "An order that is open for more than an hour starts anew when it is handed out again.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["repeat-while-unknown/an-hour-later", "repeat-while-unknown/an-hour-after-crash"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const now = Date.parse(message.now);
      if (known?.state === "open" && now - known.madeAt > 3_600_000) {
        this.save(known, this.newRecord(message, { now: () => now }));
      }
      return super.perform(message);
    }
  };
