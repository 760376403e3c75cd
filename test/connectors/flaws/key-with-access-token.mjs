// The idempotency key carries the access token, also one that was got later.
// Keys end up in logs of both sides.

export const metadata = {
  id: "key-with-access-token",
  mistake: "The idempotency key carries the access token, also one that was got later.",
  contract: "oauth-rotating",
  stoppedBy: ["valid-key"],
  scenarios: ["token-expired/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      // The expired one is nobody's secret any more.
      if (this.tokens.current() === this.world.credentials.accessToken)
        return super.makeKey(operation, record);
      return `${this.tokens.current()}-${record.businessKey}`;
    }
  };
