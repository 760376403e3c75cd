// The grace for a lost refresh is taken to last for ever.
// Whoever was down for longer comes back with a token that is dead.
import { Tokens } from "../careful/tokens.mjs";

class LateTokens extends Tokens {
  mayAskAgain() {
    return true;
  }
}

export const metadata = {
  id: "lost-refresh-tried-after-grace",
  mistake: "The grace for a lost refresh is taken to last for ever.",
  contract: "oauth-grace",
  stoppedBy: ["one-refresh"],
  scenarios: ["refresh-answer-lost/grace-over"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new LateTokens(options);
    }
  };
