// A batch is known when its first event is.

export const metadata = {
  id: "batch-told-by-its-first",
  mistake: "A batch is known when its first event is.",
  contract: "batches",
  stoppedBy: ["accepted-is-applied"],
  scenarios: ["batch/other-company"],
};

export default (Careful) =>
  class extends Careful {
    async apply(events, delivery) {
      const isKnown = events.length > 1 && this.receiptOf(events[0]) !== undefined;
      return isKnown ? [] : super.apply(events, delivery);
    }
  };
