// A rejected refresh is tried again at every occasion.
// `invalid_grant` is final; only a person can give the access anew.
import { Tokens } from "../careful/tokens.mjs";

class HammeringTokens extends Tokens {
  onRejected(record) {
    this.save(record, { state: "good", askedAt: null });
  }
}

export const metadata = {
  id: "rejected-refresh-hammered",
  mistake: "A rejected refresh is tried again at every occasion.",
  contract: "oauth-plain",
  stoppedBy: ["one-refresh"],
  scenarios: ["refresh-rejected/before-commit", "refresh-rejected/while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new HammeringTokens(options);
    }
  };
