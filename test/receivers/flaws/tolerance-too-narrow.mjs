// Half of the tolerance is enough for us.

export const metadata = {
  id: "tolerance-too-narrow",
  mistake: "Half of the tolerance is enough for us.",
  contract: "tenants",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["timestamp/inside-tolerance"],
};

export default (Careful) =>
  class extends Careful {
    checkTime(signedAt) {
      const age = this.clock.now() - signedAt;
      super.checkTime(this.clock.now() - 2 * age);
    }
  };
