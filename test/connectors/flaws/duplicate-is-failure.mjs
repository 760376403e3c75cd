// "Exists already" is reported as failure.
// Every 4xx is terminal to this client; the payment it made itself stands in its way (PayPal-Android-SDK#152).

export const metadata = {
  id: "duplicate-is-failure",
  mistake: '"Exists already" is reported as failure.',
  contract: "naming-original",
  stoppedBy: ["honest-failure"],
  scenarios: ["refusal-naming-original", "lost-response/reset", "late-commit/while-retrying"],
};

export default (Careful) =>
  class extends Careful {
    onTaken(operation, record, said) {
      return this.fail(record, said.reason);
    }
  };
