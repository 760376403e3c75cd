// The same short delay before every attempt.
// A provider that is down is hammered by everybody at once.

export const metadata = {
  id: "no-back-off",
  mistake: "The same short delay before every attempt.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
};

export default (Careful) =>
  class extends Careful {
    backOff() {
      return this.world.timing.retryDelayMs;
    }
  };
