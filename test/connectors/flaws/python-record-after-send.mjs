// The record is written after the answer, in Python.
// The transaction is opened when there is something to store.

export const metadata = {
  id: "python-record-after-send",
  mistake: "The record is written after the answer, in Python.",
  contract: "tickets",
  stoppedBy: ["resolved"],
  scenarios: ["crash/after-commit"],
  command: "python3 test/connectors/python/record_after_send.py",
};
