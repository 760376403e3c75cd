// It looks whether the event is known, works, and inserts; nothing keeps two from doing so at once.

export const metadata = {
  id: "looks-then-inserts",
  mistake:
    "It looks whether the event is known, works, and inserts; nothing keeps two from doing so at once.",
  contract: "counter",
  stoppedBy: ["applied-once"],
  scenarios: ["concurrent-copies", "slow-handler"],
};

export default (Careful) =>
  class extends Careful {
    inTurn(work) {
      return work();
    }

    async commit(lines, delivery) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return super.commit(lines, delivery);
    }
  };
