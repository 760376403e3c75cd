// A wrong signature is written to the log, and that is all.

export const metadata = {
  id: "signature-only-logged",
  mistake: "A wrong signature is written to the log, and that is all.",
  contract: "payments",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/wrong-secret", "bad-signature/tampered-body", "bad-signature/malformed-header"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      try {
        return super.authenticate(delivery);
      } catch (error) {
        console.error(`the signature is wrong: ${error.message}`);
        return this.sources[0].name;
      }
    }
  };
