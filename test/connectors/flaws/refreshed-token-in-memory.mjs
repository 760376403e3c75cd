// The token that a refresh gave is kept in memory only.
// Saving it failed and was only logged; the next start used the old one, and the issuer revoked the family (toolhive#5636).
import { Tokens } from "../careful/tokens.mjs";

class MemoryTokens extends Tokens {
  openStore() {
    let kept;
    return {
      find: () => kept && { ...kept },
      insert: (record) => (kept = { ...record }),
      claim: () => true,
      save: (record) => (kept = { ...record }),
      release: () => {},
    };
  }
}

export const metadata = {
  id: "refreshed-token-in-memory",
  mistake: "The token that a refresh gave is kept in memory only.",
  contract: "oauth-rotating",
  stoppedBy: ["one-refresh"],
  scenarios: ["token-expired/after-restart", "refresh-answer-lost/crash"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new MemoryTokens(options);
    }
  };
