// A new random key for every attempt, in Python.
// uuid4() inside of the function that posts, and the retry around it (gocardless-pro-python#12).

export const metadata = {
  id: "python-key-per-attempt",
  mistake: "A new random key for every attempt, in Python.",
  contract: "key-only",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/reset"],
  command: "python3 test/connectors/python/key_per_attempt.py",
};
