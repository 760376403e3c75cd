// A payload that was refused as a conflict replaces the first, and a later reconcile sends it.
// The upsert in front of the check had written it already.

export const metadata = {
  id: "conflict-kept-for-later",
  mistake: "A payload that was refused as a conflict replaces the first, and a later reconcile sends it.",
  contract: "lookup-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["reconcile-afterwards/after-conflict"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record, message, clock) {
      this.save(record, { payload: message.payload, refused: true });
      return super.refuseOtherPayload(record, message, clock);
    }

    async reconcile(message) {
      const clock = { now: () => Date.parse(message.now) };
      const rows = this.ledger.all().filter(({ refused }) => refused);
      for (const record of rows) {
        this.save(record, { refused: false });
        await this.send({ ...record, ambiguous: false }, clock);
      }
      return super.reconcile(message);
    }
  };
