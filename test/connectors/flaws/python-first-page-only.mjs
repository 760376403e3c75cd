// Only the first page of a search is read, in Python.
// The cursor is in the answer, and nobody looks at it.

export const metadata = {
  id: "python-first-page-only",
  mistake: "Only the first page of a search is read, in Python.",
  contract: "tickets",
  stoppedBy: ["reads-to-the-end"],
  scenarios: ["lookup/second-page"],
  command: "python3 test/connectors/python/first_page_only.py",
};
