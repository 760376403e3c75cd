// A dependency that fails is answered like bad content.

export const metadata = {
  id: "failure-is-final",
  mistake: "A dependency that fails is answered like bad content.",
  contract: "batches",
  stoppedBy: ["retry-invited-rightly"],
  scenarios: ["failing-dependency"],
};

export default (Careful) =>
  class extends Careful {
    statuses = { ...this.statuses, later: 422 };
  };
