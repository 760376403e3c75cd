// A failure that the contract says to hold is sent again, since there is a key.
// The provider has it under review; the key is no answer to that.

export const metadata = {
  id: "held-error-sent-again",
  mistake: "A failure that the contract says to hold is sent again, since there is a key.",
  contract: "path-key",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["error/underReview/before-commit", "error/underReview/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    onUnclearAnswer(operation, record, said) {
      if (said.error?.next !== "hold") super.onUnclearAnswer(operation, record, said);
    }
  };
