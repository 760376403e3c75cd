// What is not found is taken to be absent after nine tenths of the time in which it can still appear.
// The number was measured on a quiet day.

export const metadata = {
  id: "lag-underestimated",
  mistake:
    "What is not found is taken to be absent after nine tenths of the time in which it can still appear.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lookup/nearly-settled"],
};

export default (Careful) =>
  class extends Careful {
    settledAfterMs(operation, lookup) {
      return 0.9 * super.settledAfterMs(operation, lookup);
    }
  };
