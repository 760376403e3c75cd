// The identity is written down before the signature is looked at.

export const metadata = {
  id: "identity-used-up-by-forgery",
  mistake: "The identity is written down before the signature is looked at.",
  contract: "payments",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/then-genuine"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      const identity = this.identityOf(this.parse(delivery.raw), delivery);
      const source = this.sources[0].name;
      const isNew = this.receiptOf({ source, identity }) === undefined;
      if (!isNew) return super.authenticate(delivery);
      try {
        return super.authenticate(delivery);
      } catch (error) {
        this.ledger.commit([{ receipt: { source, identity, hash: "", result: 0 } }]);
        throw error;
      }
    }
  };
