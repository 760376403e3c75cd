// A time that is no number is older than nothing and newer than nothing.

export const metadata = {
  id: "time-that-is-none",
  mistake: "A time that is no number is older than nothing and newer than nothing.",
  contract: "batches",
  stoppedBy: ["authentic-only"],
  scenarios: ["timestamp/not-a-number"],
};

export default (Careful) =>
  class extends Careful {
    checkTime(signedAt) {
      if (Number.isNaN(signedAt)) return;
      super.checkTime(signedAt);
    }
  };
