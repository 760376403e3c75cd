// Which events were seen is forgotten after an hour.

export const metadata = {
  id: "forgotten-after-an-hour",
  mistake: "Which events were seen is forgotten after an hour.",
  contract: "counter",
  stoppedBy: ["remembers-long-enough"],
  scenarios: ["redelivery/after-days"],
};

export default (Careful) =>
  class extends Careful {
    seenAt = new Map();

    receiptOf(event) {
      const key = this.keyOf(event);
      const seenAt = this.seenAt.get(key) ?? this.seenAt.set(key, this.clock.now()).get(key);
      return this.clock.now() - seenAt > 3_600_000 ? undefined : super.receiptOf(event);
    }
  };
