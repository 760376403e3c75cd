// A 401 is read as failure.
// It says that the token is old, and nothing of the order; still less of an attempt before it.

export const metadata = {
  id: "expired-is-failure",
  mistake: "A 401 is read as failure.",
  contract: "oauth-rotating",
  stoppedBy: ["honest-failure", "tries-again"],
  scenarios: ["token-expired/while-unknown", "token-expired/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    async onExpired(record, said) {
      this.fail(record, said.reason);
    }
  };
