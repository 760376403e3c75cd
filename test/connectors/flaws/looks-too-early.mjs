// What is not found at once is taken to be absent.
// The index is behind by a minute, the code does not know (hubspot-api-php#59).

export const metadata = {
  id: "looks-too-early",
  mistake: "What is not found at once is taken to be absent.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lookup/lagging", "late-commit/after-lookup-said-absent"],
};

export default (Careful) =>
  class extends Careful {
    settledAfterMs() {
      return 0;
    }
  };
