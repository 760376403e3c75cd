// A request that was written to the socket counts as done, answer or not.
// Setting a value is harmless to repeat, so nobody asks whether it was ever set: right for as long as the guess is lucky.

export const metadata = {
  id: "written-is-done",
  mistake: "A request that was written to the socket counts as done, answer or not.",
  contract: "sets",
  stoppedBy: ["no-guessing", "honest-success"],
  scenarios: ["lost-response/reset", "never-arrived/stalled"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      if (said.answer.status === null) return this.succeed(record, null);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
