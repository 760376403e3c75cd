// A reconcile sends finished orders again when they are older than a day.
// The query asks for old rows and forgot to ask for open ones.

export const metadata = {
  id: "finished-rows-sent-again",
  mistake: "A reconcile sends finished orders again when they are older than a day.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["reconcile-afterwards/after-success"],
};

export default (Careful) =>
  class extends Careful {
    async reconcile(message) {
      const clock = { now: () => Date.parse(message.now) };
      for (const record of this.ledger.all()) {
        const isStale = record.state === "succeeded" && clock.now() - record.madeAt > 86_400_000;
        if (isStale) await this.send({ ...record, ambiguous: false }, clock);
      }
      return super.reconcile(message);
    }
  };
