// The record is written after the answer.
// In between lies the crash, and after it nobody knows that anything was sent.

export const metadata = {
  id: "record-after-send",
  mistake: "The record is written after the answer.",
  contract: "lookup-only",
  stoppedBy: ["resolved"],
  scenarios: ["crash/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    reserve(record) {
      if (this.ledger.find(record.operation, record.businessKey) !== undefined) return false;
      Object.assign(record, { epoch: 0, owner: this.ledger.owner });
      return true;
    }

    beforeSend(record, clock) {
      const { ledger } = this;
      this.ledger = { save() {} };
      super.beforeSend(record, clock);
      this.ledger = ledger;
    }
  };
