// Absence is taken for proven once no request can be running any more.
// The effect is there, and the search does not show it yet.

export const metadata = {
  id: "lag-ignored",
  mistake: "Absence is taken for proven once no request can be running any more.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["never-arrived/gateway-503"],
};

export default (Careful) =>
  class extends Careful {
    settledAfterMs(operation) {
      return operation.settlesWithinMs.promised;
    }
  };
