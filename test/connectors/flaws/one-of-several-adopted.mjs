// Of several matches the first is adopted.
// "There can be only one" was never checked.

export const metadata = {
  id: "one-of-several-adopted",
  mistake: "Of several matches the first is adopted.",
  contract: "lookup-only",
  stoppedBy: ["adopts-only-its-own"],
  scenarios: ["lookup/several-matches"],
};

export default (Careful) =>
  class extends Careful {
    choose(candidates) {
      return candidates.find(({ relation }) => relation === "ours");
    }
  };
