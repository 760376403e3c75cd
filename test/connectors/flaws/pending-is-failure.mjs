// What is not done at the first poll is reported as failed.
// Two states are known to the code, and the provider has three.

export const metadata = {
  id: "pending-is-failure",
  mistake: "What is not done at the first poll is reported as failed.",
  contract: "acknowledged",
  stoppedBy: ["honest-failure"],
  scenarios: ["acknowledged/then-succeeded"],
};

export default (Careful) =>
  class extends Careful {
    onPolled(record, outcome, state, answer, clock) {
      if (outcome.pending.includes(state)) return this.onOutcomeFailed(record, state);
      return super.onPolled(record, outcome, state, answer, clock);
    }
  };
