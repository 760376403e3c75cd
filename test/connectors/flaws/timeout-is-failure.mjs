// A time-out is reported as failure.
// Every exception is taken for "it did not happen".

export const metadata = {
  id: "timeout-is-failure",
  mistake: "A time-out is reported as failure.",
  contract: "keyed",
  stoppedBy: ["no-guessing"],
  scenarios: ["lost-response/stalled", "never-arrived/stalled"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      if (said.answer.status === null) return this.fail(record, said.reason);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
