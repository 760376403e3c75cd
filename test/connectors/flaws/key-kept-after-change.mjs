// A changed order is sent under the key of the one before.
// The record is edited between two attempts, and the key stays.

export const metadata = {
  id: "key-kept-after-change",
  mistake: "A changed order is sent under the key of the one before.",
  contract: "keyed",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload", "conflicting-payload-while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record, { payload }, clock) {
      this.save(record, { payload, state: "open" });
      await this.pass(record, clock);
      return this.claimOf(record);
    }
  };
