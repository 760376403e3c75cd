// No pause before the next attempt.
// A provider that is down is hammered by everybody at once.

export const metadata = {
  id: "no-back-off",
  mistake: "No pause before the next attempt.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
  // Longer than a slow disk takes to write a record down, so that "at once" can be told from "after a pause".
  timing: { retryDelayMs: 100 },
};

export default (Careful) =>
  class extends Careful {
    backOff() {
      return 0;
    }
  };
