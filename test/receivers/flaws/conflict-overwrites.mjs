// Other content under a known identity replaces the first.

export const metadata = {
  id: "conflict-overwrites",
  mistake: "Other content under a known identity replaces the first.",
  contract: "tenants",
  stoppedBy: ["conflict-refused"],
  scenarios: ["conflicting-bytes/changed-value"],
};

export default (Careful) =>
  class extends Careful {
    checkFingerprint(receipt, event) {
      const effect = this.ledger.effects.find(({ identity }) => identity === event.identity);
      if (effect !== undefined) effect.value = event.value;
    }
  };
