// The mark of an incomplete search is not read.
// The provider says itself that results are missing.

export const metadata = {
  id: "incomplete-is-complete",
  mistake: "The mark of an incomplete search is not read.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lookup/incomplete"],
};

export default (Careful) =>
  class extends Careful {
    readPages(lookup, read) {
      return super.readPages({ ...lookup, incomplete: {} }, read);
    }
  };
