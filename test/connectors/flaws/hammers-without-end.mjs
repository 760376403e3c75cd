// A write that fails is sent again at once, for as long as it fails.
// The loop has neither a pause nor an end: the provider's outage gets one more cause.

export const metadata = {
  id: "hammers-without-end",
  mistake: "A write that fails is sent again at once, for as long as it fails.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
};

export default (Careful) =>
  class extends Careful {
    attemptsPerPass = Number.POSITIVE_INFINITY;
    attemptsInAll = Number.POSITIVE_INFINITY;

    backOff() {
      return 0;
    }

    async waitToSend() {
      return true;
    }
  };
