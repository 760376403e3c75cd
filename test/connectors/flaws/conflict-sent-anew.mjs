// A changed order is sent as a new one, under a new key.
// The cache is keyed by content, so a typo corrected between two attempts is charged twice.

export const metadata = {
  id: "conflict-sent-anew",
  mistake: "A changed order is sent as a new one, under a new key.",
  contract: "keyed",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload", "conflicting-payload-while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record, { payload }, clock) {
      this.save(record, { payload, state: "open", generation: record.generation + 1 });
      await this.pass(record, clock);
      return this.claimOf(record);
    }
  };
