// A match by reference is adopted though its content is another.
// Only the order number is compared, not the amount.

export const metadata = {
  id: "altered-match-adopted",
  mistake: "A match by reference is adopted though its content is another.",
  contract: "lookup-only",
  stoppedBy: ["adopts-only-its-own"],
  scenarios: ["lookup/decoy-same-reference-other-content"],
};

export default (Careful) =>
  class extends Careful {
    choose(candidates) {
      return candidates.length === 1 ? candidates[0] : undefined;
    }
  };
