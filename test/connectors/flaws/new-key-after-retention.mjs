// When the key is forgotten, a new one is sent without looking.
// The client tidies up its own record of the attempt after a day, and starts over (akash-network/console#3449).

export const metadata = {
  id: "new-key-after-retention",
  mistake: "When the key is forgotten, a new one is sent without looking.",
  contract: "keyed-remembering",
  stoppedBy: ["stable-key"],
  scenarios: ["retention-expired"],
};

export default (Careful) =>
  class extends Careful {
    nextMove(record, clock) {
      const { idempotency } = this.operationOf(record);
      if (record.firstSentAt !== null && !this.isRemembered(idempotency, record, clock)) {
        this.save(record, { generation: record.generation + 1, firstSentAt: null, ambiguous: false });
      }
      return super.nextMove(record, clock);
    }
  };
