// A 429 is the end: it is never asked again.
// Only 5xx was on the list of what is worth a retry (airflow#21852).

export const metadata = {
  id: "limit-is-final",
  mistake: "A 429 is the end: it is never asked again.",
  contract: "keyed",
  stoppedBy: ["tries-again"],
  scenarios: ["error/rateLimited/before-commit", "retry-after/seconds", "rate-limited-burst"],
};

export default (Careful) =>
  class extends Careful {
    onNothingDone(record, said, clock) {
      if (said.answer.status === 429) return this.fail(record, said.reason);
      return super.onNothingDone(record, said, clock);
    }
  };
