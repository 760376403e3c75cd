// Whatever the token endpoint answers with 200 is stored as tokens.
// Both became undefined, and the connection was dead (node-quickbooks#171).
import { Tokens } from "../careful/tokens.mjs";

class CredulousTokens extends Tokens {
  takeDown(record, answer) {
    if (answer.status !== 200) return super.takeDown(record, answer);
    const { access_token: accessToken, refresh_token: refreshToken } = answer.body;
    this.onGiven(record, String(accessToken), String(refreshToken));
    return true;
  }
}

export const metadata = {
  id: "token-error-is-token",
  mistake: "Whatever the token endpoint answers with 200 is stored as tokens.",
  contract: "oauth-grace",
  stoppedBy: ["resolved"],
  scenarios: ["refresh-failing/not-a-token"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new CredulousTokens(options);
    }
  };
