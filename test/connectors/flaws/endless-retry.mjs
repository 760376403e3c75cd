// There is no last attempt.
// It will come back some day: until then every worker is busy asking.

export const metadata = {
  id: "endless-retry",
  mistake: "There is no last attempt.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
};

export default (Careful) =>
  class extends Careful {
    attemptsPerPass = 1000;
    attemptsInAll = 1000;
    attemptsBeforeGivingUp = 1000;

    backOff(record) {
      return Math.min(super.backOff(record), 100);
    }
  };
