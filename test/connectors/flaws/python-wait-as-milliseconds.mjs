// Retry-After is taken for milliseconds, in Python.
// A thousandth of the wait is slept.

export const metadata = {
  id: "python-wait-as-milliseconds",
  mistake: "Retry-After is taken for milliseconds, in Python.",
  contract: "key-only",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/huge"],
  command: "python3 test/connectors/python/wait_as_milliseconds.py",
};
