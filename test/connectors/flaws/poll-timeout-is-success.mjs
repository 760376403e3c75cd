// A job that is still running after a few polls is taken to be done.
// The poller has an end, and the end has no word of its own.

export const metadata = {
  id: "poll-timeout-is-success",
  mistake: "A job that is still running after a few polls is taken to be done.",
  contract: "acknowledged",
  stoppedBy: ["acknowledged-is-not-done"],
  scenarios: ["acknowledged/never-settles"],
};

export default (Careful) =>
  class extends Careful {
    onPolled(record, outcome, state, answer, clock) {
      super.onPolled(record, outcome, state, answer, clock);
      if (!outcome.pending.includes(state)) return;
      const polls = (record.polls ?? 0) + 1;
      this.save(record, { polls });
      if (polls >= 3) this.succeed(record, record.ticket);
    }
  };
