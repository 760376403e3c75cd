// A refresh that a dead process was about is never taken up again.
// Everybody waits for a lock that nobody holds.
import { Tokens } from "../careful/tokens.mjs";

class ShutTokens extends Tokens {
  openStore(directory) {
    const store = super.openStore(directory);
    store.isOver = (leaseUntil) => leaseUntil === 0;
    return store;
  }
}

export const metadata = {
  id: "refresh-lock-outlives-crash",
  mistake: "A refresh that a dead process was about is never taken up again.",
  contract: "oauth-grace",
  stoppedBy: ["resolved"],
  scenarios: ["refresh-answer-lost/crash"],
  timing: { budgetMs: 1200 },
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new ShutTokens(options);
    }
  };
