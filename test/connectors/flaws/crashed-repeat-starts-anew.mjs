// An order whose worker died while it sent is sent anew when it is handed out again.
// What was in hand when the process died is put back as if it had never been taken.

export const metadata = {
  id: "crashed-repeat-starts-anew",
  mistake: "An order whose worker died while it sent is sent anew when it is handed out again.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["repeat-while-unknown/crash-in-the-repeat"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      if (known?.inHand) {
        this.save(known, this.newRecord(message, { now: () => Date.parse(message.now) }));
      }
      return super.perform(message);
    }
  };
