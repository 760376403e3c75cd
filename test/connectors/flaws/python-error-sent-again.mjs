// A 5xx is sent again without a key, in Python.
// The retry decorator knows statuses, and not what they leave open (mollie-api-php#642).

export const metadata = {
  id: "python-error-sent-again",
  mistake: "A 5xx is sent again without a key, in Python.",
  contract: "tickets",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["error/outage/after-commit", "lost-response/gateway-502"],
  command: "python3 test/connectors/python/error_sent_again.py",
};
