// Every worker that meets a 401 refreshes.
// A lock in the client object guards one object, not the token that all of them share (axios-auth-refresh#210).
import { Tokens } from "../careful/tokens.mjs";

class UnlockedTokens extends Tokens {
  async renew() {
    const record = this.read();
    const answer = await this.send(this.refreshRequest(record));
    return this.takeDown(record, answer);
  }
}

export const metadata = {
  id: "refresh-by-every-worker",
  mistake: "Every worker that meets a 401 refreshes.",
  contract: "oauth-rotating",
  stoppedBy: ["one-refresh"],
  scenarios: ["refresh-race"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new UnlockedTokens(options);
    }
  };
