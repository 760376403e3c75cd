// Two workers with the same job both send, in Python.
// A row that is being worked on is no lock to this code.

export const metadata = {
  id: "python-twins-both-send",
  mistake: "Two workers with the same job both send, in Python.",
  contract: "tickets",
  stoppedBy: ["claims-first"],
  scenarios: ["concurrent-twins"],
  command: "python3 test/connectors/python/twins_both_send.py",
};
