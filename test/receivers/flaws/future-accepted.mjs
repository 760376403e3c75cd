// A signed time in the future passes.

export const metadata = {
  id: "future-accepted",
  mistake: "A signed time in the future passes.",
  contract: "counter",
  stoppedBy: ["authentic-only"],
  scenarios: ["timestamp/future"],
};

export default (Careful) =>
  class extends Careful {
    checkTime(signedAt) {
      super.checkTime(Math.min(signedAt, this.clock.now()));
    }
  };
