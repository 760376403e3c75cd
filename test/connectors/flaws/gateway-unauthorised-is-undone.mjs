// Any 401 is taken for the provider's word that nothing happened.
// A gateway's log-in page came after the write had taken effect.

export const metadata = {
  id: "gateway-unauthorised-is-undone",
  mistake: "Any 401 is taken for the provider's word that nothing happened.",
  contract: "oauth-rotating",
  stoppedBy: ["honest-failure"],
  scenarios: ["unauthorised-after-commit/by-gateway"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      if (said.status === 401) return this.fail(record, said.reason);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
