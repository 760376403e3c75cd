// The answer to a refresh is lost, and the old refresh token is tried for ever.
// It died with the refresh: every further try is refused, and may revoke what is left.
import { Tokens } from "../careful/tokens.mjs";

class StubbornTokens extends Tokens {
  mayAskAgain() {
    return true;
  }

  onRejected() {}
}

export const metadata = {
  id: "lost-refresh-tried-for-ever",
  mistake: "The answer to a refresh is lost, and the old refresh token is tried for ever.",
  contract: "oauth-rotating",
  stoppedBy: ["one-refresh"],
  scenarios: ["refresh-answer-lost/closed", "refresh-answer-lost/crash"],
  timing: { budgetMs: 1200 },
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new StubbornTokens(options);
    }
  };
