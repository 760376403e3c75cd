// Half of the headers are taken for a whole success, in Python.
// http.client gives a status and an empty body, and the status was all that was asked.

export const metadata = {
  id: "python-half-answer",
  mistake: "Half of the headers are taken for a whole success, in Python.",
  contract: "key-only",
  stoppedBy: ["honest-success"],
  scenarios: ["lost-response/half-headers-fin"],
  command: "python3 test/connectors/python/half_answer.py",
};
