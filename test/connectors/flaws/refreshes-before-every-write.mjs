// A new access token is got for every write.
// Each of them invalidates the one before, which another worker may be using.

export const metadata = {
  id: "refreshes-before-every-write",
  mistake: "A new access token is got for every write.",
  contract: "oauth-rotating",
  stoppedBy: ["one-refresh"],
  scenarios: ["token-expired/after-restart", "distinct-operations"],
};

export default (Careful) =>
  class extends Careful {
    async send(record, clock) {
      await this.tokens.renew(this.tokens.current(), clock);
      return super.send(record, clock);
    }
  };
