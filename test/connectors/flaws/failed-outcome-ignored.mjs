// The poller waits until the job is over and never asks how it ended.
// The loop ends on "not running any more" (plugin-data#705).

export const metadata = {
  id: "failed-outcome-ignored",
  mistake: "The poller waits until the job is over and never asks how it ended.",
  contract: "acknowledged",
  stoppedBy: ["honest-success"],
  scenarios: ["acknowledged/then-failed"],
};

export default (Careful) =>
  class extends Careful {
    onOutcomeFailed(record) {
      return this.succeed(record, record.ticket);
    }
  };
