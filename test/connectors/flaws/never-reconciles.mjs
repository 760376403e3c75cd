// What is unknown stays unknown.
// Held for ever though the provider would tell: reconcile reports, and does nothing.

export const metadata = {
  id: "never-reconciles",
  mistake: "What is unknown stays unknown.",
  contract: "lookup-only",
  stoppedBy: ["resolved"],
  scenarios: ["lost-response/reset"],
};

export default (Careful) =>
  class extends Careful {
    async reconcile() {
      const open = this.ledger.all().filter(({ state }) => state === "open");
      return Object.fromEntries(open.map((record) => [record.businessKey, this.claimOf(record)]));
    }
  };
