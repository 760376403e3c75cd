// The access was taken back, and nobody is told.
// The order waits for a person who does not know of it.
import { Tokens } from "../careful/tokens.mjs";

export const metadata = {
  id: "rejected-refresh-in-silence",
  mistake: "The access was taken back, and nobody is told.",
  contract: "oauth-rotating",
  stoppedBy: ["held"],
  scenarios: ["refresh-rejected/before-commit", "refresh-rejected/while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    makeTokens(options) {
      return new Tokens(options);
    }

    hold(record) {
      if (this.tokens.trouble() === null) super.hold(record);
    }
  };
