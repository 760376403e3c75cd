// In Python: the token that a refresh gave is kept in an attribute.
// After the next deployment the first one is shown again, which died with the refresh.

export const metadata = {
  id: "python-token-in-memory",
  mistake: "In Python: the token that a refresh gave is kept in an attribute.",
  contract: "oauth-rotating",
  command: "python3 test/connectors/python/token_in_memory.py",
  stoppedBy: ["one-refresh"],
  scenarios: ["token-expired/after-restart"],
};
