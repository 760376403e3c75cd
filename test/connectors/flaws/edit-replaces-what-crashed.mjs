// An edited payload replaces one whose worker died while it sent.
// A row without an outcome is taken for a draft.

export const metadata = {
  id: "edit-replaces-what-crashed",
  mistake: "An edited payload replaces one whose worker died while it sent.",
  contract: "lookup-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload-while-unknown/after-crash"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const isDraft = known?.inHand && this.isOtherPayload(known, message);
      if (isDraft) this.save(known, this.newRecord(message, { now: () => Date.parse(message.now) }));
      return super.perform(message);
    }
  };
