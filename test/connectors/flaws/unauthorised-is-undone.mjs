// A 401 is taken for a proof that nothing happened, and the write is sent again without looking.
// Nobody said that the token is looked at before the write is done.

export const metadata = {
  id: "unauthorised-is-undone",
  mistake: "A 401 is taken for a proof that nothing happened, and the write is sent again without looking.",
  contract: "oauth-grace",
  stoppedBy: ["one-effect", "looks-before-it-sends"],
  scenarios: ["unauthorised-after-commit/by-provider"],
};

export default (Careful) =>
  class extends Careful {
    onExpired(record, said, clock) {
      return super.onExpired(record, { ...said, certain: true }, clock);
    }
  };
