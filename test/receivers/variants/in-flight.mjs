// Sends a copy away while the first one is being worked on, instead of letting it wait.
export default (Careful) =>
  class extends Careful {
    #busy = new Set();

    async take(events, delivery) {
      const keys = events.map((event) => this.keyOf(event));
      if (keys.some((key) => this.#busy.has(key))) throw new Error("this event is being worked on");
      keys.forEach((key) => this.#busy.add(key));
      try {
        return await super.take(events, delivery);
      } finally {
        keys.forEach((key) => this.#busy.delete(key));
      }
    }
  };
