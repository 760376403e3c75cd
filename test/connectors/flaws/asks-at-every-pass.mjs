// One attempt in each pass, and no last one.
// Each run of the job looks modest; over the weeks it is the same order again and again, and nobody is told.

export const metadata = {
  id: "asks-at-every-pass",
  mistake: "One attempt in each pass, and no last one.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage", "persistent-error/rateLimited"],
};

export default (Careful) =>
  class extends Careful {
    attemptsPerPass = 1;
    attemptsInAll = Number.POSITIVE_INFINITY;
    attemptsBeforeGivingUp = Number.POSITIVE_INFINITY;
  };
