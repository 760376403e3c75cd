// A reconcile answers with more than it was asked for.
// What is found in the provider's list is reported under a name of its own: a success that belongs to nobody.

export const metadata = {
  id: "success-nobody-asked-for",
  mistake: "A reconcile answers with more than it was asked for.",
  contract: "lookup-only",
  stoppedBy: ["honest-success"],
  scenarios: ["lost-response/reset"],
};

export default (Careful) =>
  class extends Careful {
    async reconcile(message) {
      const outcomes = await super.reconcile(message);
      const found = Object.entries(outcomes).filter(([, { outcome }]) => outcome === "succeeded");
      return { ...outcomes, ...Object.fromEntries(found.map(([key, claim]) => [`${key}-found`, claim])) };
    }
  };
