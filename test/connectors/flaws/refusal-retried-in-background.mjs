// What was reported as failed is tried again two seconds later.
// A queue of its own retries whatever is not a success.

export const metadata = {
  id: "refusal-retried-in-background",
  mistake: "What was reported as failed is tried again two seconds later.",
  contract: "lookup-only",
  stoppedBy: ["honest-failure"],
  scenarios: ["quiet-afterwards/after-refusal"],
};

export default (Careful) =>
  class extends Careful {
    async send(record, clock) {
      await super.send(record, clock);
      if (record.state !== "failed") return;
      setTimeout(() => void super.send(record, clock), 2000);
    }
  };
