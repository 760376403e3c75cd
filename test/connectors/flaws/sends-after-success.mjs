// An order that succeeded is sent again when it is asked for again.
// Only open orders are remembered; the finished ones are deleted to save space.

export const metadata = {
  id: "sends-after-success",
  mistake: "An order that succeeded is sent again when it is asked for again.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const record = this.ledger.find(message.operation, message.businessKey);
      if (record?.state === "succeeded") {
        this.save(record, this.newRecord(message, { now: () => Date.parse(message.now) }));
      }
      return super.perform(message);
    }
  };
