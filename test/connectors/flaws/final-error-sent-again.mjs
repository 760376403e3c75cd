// A refusal that is final is sent again.
// One retry policy for all errors: a validation error is asked three times (b24jssdk#44).

export const metadata = {
  id: "final-error-sent-again",
  mistake: "A refusal that is final is sent again.",
  contract: "keyed",
  stoppedBy: ["allowed-send"],
  scenarios: ["not-retryable/declined"],
};

export default (Careful) =>
  class extends Careful {
    onRefused(operation, record, said, clock) {
      return super.onRefused(operation, record, { ...said, final: false }, clock);
    }
  };
