// Identities are kept without the source they belong to.

export const metadata = {
  id: "one-source-hides-another",
  mistake: "Identities are kept without the source they belong to.",
  contract: "counter",
  stoppedBy: ["source-bound"],
  scenarios: ["another-tenant/same-identity-two-sources"],
};

export default (Careful) =>
  class extends Careful {
    keyOf({ identity }) {
      return super.keyOf({ source: "any", identity });
    }

    work(event, pending) {
      const done = super.work(event, pending);
      return { ...done, receipt: { ...done.receipt, source: "any" } };
    }
  };
