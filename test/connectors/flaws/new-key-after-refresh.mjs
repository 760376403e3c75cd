// After a refresh the write is sent under a new key.
// The key was made from the session, and the session is a new one.

export const metadata = {
  id: "new-key-after-refresh",
  mistake: "After a refresh the write is sent under a new key.",
  contract: "oauth-rotating",
  stoppedBy: ["one-effect", "stable-key"],
  scenarios: ["token-expired/while-unknown", "token-expired/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      const session = this.tokens.current().slice(-6);
      return `${super.makeKey(operation, record).slice(0, 40)}-${session}`;
    }
  };
