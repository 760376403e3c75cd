// A time-out is reported as failure, in Python.
// One except clause for everything that can be raised.

export const metadata = {
  id: "python-timeout-is-failure",
  mistake: "A time-out is reported as failure, in Python.",
  contract: "key-only",
  stoppedBy: ["no-guessing"],
  scenarios: ["lost-response/stalled", "never-arrived/stalled"],
  command: "python3 test/connectors/python/timeout_is_failure.py",
};
