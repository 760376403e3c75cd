// What cannot be found out is reported as failed in the end.
// A status column with two values.

export const metadata = {
  id: "given-up-as-failed",
  mistake: "What cannot be found out is reported as failed in the end.",
  contract: "nothing",
  stoppedBy: ["honest-failure", "no-guessing"],
  scenarios: ["unresolvable", "never-arrived/stalled"],
};

export default (Careful) =>
  class extends Careful {
    hold(record) {
      return this.fail(record, "gave up");
    }
  };
