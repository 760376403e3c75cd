// The identity is written down before the content is checked.

export const metadata = {
  id: "malformed-remembered",
  mistake: "The identity is written down before the content is checked.",
  contract: "batches",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/out-of-range"],
};

export default (Careful) =>
  class extends Careful {
    readEvent(content, delivery, source) {
      try {
        return super.readEvent(content, delivery, source);
      } catch (error) {
        this.ledger.commit([
          { receipt: { source, identity: this.identityOf(content, delivery), hash: "", result: 0 } },
        ]);
        throw error;
      }
    }
  };
