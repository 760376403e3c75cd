// Another payload under a known business key is reported as `failed`.
// Whoever reads that does the order again by other means, although the first one exists.

export const metadata = {
  id: "other-payload-is-failure",
  mistake: "Another payload under a known business key is reported as `failed`.",
  contract: "keyed",
  stoppedBy: ["honest-failure", "no-guessing"],
  scenarios: ["conflicting-payload", "conflicting-payload-while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload() {
      return { outcome: "failed", reason: "this business key came with another payload before" };
    }
  };
