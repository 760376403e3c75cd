// Success is answered while the event is in memory alone.

export const metadata = {
  id: "answered-before-durable",
  mistake: "Success is answered while the event is in memory alone.",
  contract: "issues",
  stoppedBy: ["durable-before-success"],
  scenarios: ["crash/after-answer"],
};

export default (Careful) =>
  class extends Careful {
    queue = new Map();

    applied() {
      return { ...super.applied(), accepted: [...this.queue.keys()] };
    }

    async take(events, delivery) {
      for (const event of events) this.queue.set(event.identity, event);
      setTimeout(() => void super.take(events, delivery).then(() => this.queue.clear()), 50);
      return { received: true };
    }
  };
