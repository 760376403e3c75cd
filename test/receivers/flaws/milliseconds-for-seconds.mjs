// The signed seconds are taken for milliseconds.

export const metadata = {
  id: "milliseconds-for-seconds",
  mistake: "The signed seconds are taken for milliseconds.",
  contract: "counter",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["first-delivery"],
};

export default (Careful) =>
  class extends Careful {
    checkTime(signedAt) {
      super.checkTime(signedAt / 1000);
    }
  };
