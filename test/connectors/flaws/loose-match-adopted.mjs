// The first row of a search is adopted, whatever it is.
// The search matches loosely, and the result is not compared (cashier-paddle#289).

export const metadata = {
  id: "loose-match-adopted",
  mistake: "The first row of a search is adopted, whatever it is.",
  contract: "lookup-only",
  stoppedBy: ["adopts-only-its-own"],
  scenarios: ["lookup/decoy-same-subject"],
};

export default (Careful) =>
  class extends Careful {
    candidates(operation, record, lookup, { objects }) {
      return objects.slice(0, 1).map((object) => ({ object, relation: "ours" }));
    }
  };
