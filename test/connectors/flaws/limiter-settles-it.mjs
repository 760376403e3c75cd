// A 429 on the repeat is taken for the answer to the first attempt.
// The limiter stands before the key and knows nothing of what happened earlier.

export const metadata = {
  id: "limiter-settles-it",
  mistake: "A 429 on the repeat is taken for the answer to the first attempt.",
  contract: "keyed",
  stoppedBy: ["honest-failure"],
  scenarios: ["rate-limited-replay"],
};

export default (Careful) =>
  class extends Careful {
    onNothingDone(record, said) {
      return this.fail(record, said.reason);
    }
  };
