// A time-out is reported as success.
// Fire and forget: the request was written to the socket, so it will have worked.

export const metadata = {
  id: "timeout-is-success",
  mistake: "A time-out is reported as success.",
  contract: "keyed",
  stoppedBy: ["honest-success"],
  scenarios: ["never-arrived/stalled"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      if (said.answer.status === null) return this.succeed(record, null);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
