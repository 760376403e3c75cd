// A known event is answered before its signature is looked at.

export const metadata = {
  id: "known-before-verified",
  mistake: "A known event is answered before its signature is looked at.",
  contract: "counter",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/known-event"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      const known = this.sources.some(({ name }) => this.knows(name, delivery));
      return known ? this.sources[0].name : super.authenticate(delivery);
    }

    knows(source, delivery) {
      try {
        const identity = this.identityOf(this.parse(delivery.raw), delivery);
        return this.receiptOf({ source, identity }) !== undefined;
      } catch {
        return false;
      }
    }
  };
