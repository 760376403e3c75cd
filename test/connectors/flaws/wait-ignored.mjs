// Retry-After is not read.
// Own back-off only: five attempts are gone before the first would have been welcome (tidebreak#1086).

export const metadata = {
  id: "wait-ignored",
  mistake: "Retry-After is not read.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/seconds", "retry-after/http-date", "rate-limited-burst"],
};

export default (Careful) =>
  class extends Careful {
    askedWait() {
      return null;
    }
  };
