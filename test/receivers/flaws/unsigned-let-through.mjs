// A signature is checked only when there is one.

export const metadata = {
  id: "unsigned-let-through",
  mistake: "A signature is checked only when there is one.",
  contract: "issues",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/missing-header"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      if (delivery.header(this.webhooks.signature.header) === undefined) return this.sources[0].name;
      return super.authenticate(delivery);
    }
  };
