// No pause before the next attempt.
// A provider that is down is hammered by everybody at once.

export const metadata = {
  id: "no-back-off",
  mistake: "No pause before the next attempt.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
};

export default (Careful) =>
  class extends Careful {
    backOff() {
      return 0;
    }
  };
