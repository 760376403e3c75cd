// Refresh tokens are kept by client and not by account.
// Whichever account refreshed last lends its token to all others.
import fs from "node:fs";
import { dirname, join } from "node:path";
import { Tokens } from "../careful/tokens.mjs";

class SharedTokens extends Tokens {
  get shared() {
    return join(dirname(this.world.stateDir), "refresh-token");
  }

  onGiven(record, accessToken, refreshToken) {
    fs.writeFileSync(this.shared, refreshToken);
    super.onGiven(record, accessToken, refreshToken);
  }

  refreshRequest(record) {
    const refreshToken = fs.existsSync(this.shared)
      ? fs.readFileSync(this.shared, "utf8")
      : record.refreshToken;
    return super.refreshRequest({ refreshToken });
  }
}

export const metadata = {
  id: "tokens-by-client",
  mistake: "Refresh tokens are kept by client and not by account.",
  contract: "oauth-rotating",
  stoppedBy: ["one-refresh", "no-unasked-effect"],
  scenarios: ["token-expired/two-accounts"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new SharedTokens(options);
    }
  };
