// Absence is taken for proven once the search has caught up.
// The request may still have been running when it was looked for.

export const metadata = {
  id: "settling-time-ignored",
  mistake: "Absence is taken for proven once the search has caught up.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["never-arrived/reset-before-read", "never-arrived/gateway-503"],
};

export default (Careful) =>
  class extends Careful {
    settledAfterMs(operation, lookup) {
      return lookup.lag.atMostMs.promised;
    }
  };
