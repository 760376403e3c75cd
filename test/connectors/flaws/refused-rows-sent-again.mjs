// A reconcile sends refused orders again when they are older than a day.
// Failed is taken for not done yet.

export const metadata = {
  id: "refused-rows-sent-again",
  mistake: "A reconcile sends refused orders again when they are older than a day.",
  contract: "keyed",
  stoppedBy: ["honest-failure"],
  scenarios: ["reconcile-afterwards/after-refusal"],
};

export default (Careful) =>
  class extends Careful {
    async reconcile(message) {
      const clock = { now: () => Date.parse(message.now) };
      for (const record of this.ledger.all()) {
        const isStale = record.state === "failed" && clock.now() - record.madeAt > 86_400_000;
        if (isStale) await this.send({ ...record, ambiguous: false }, clock);
      }
      return super.reconcile(message);
    }
  };
