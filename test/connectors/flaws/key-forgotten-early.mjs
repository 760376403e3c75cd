// The key is kept for an hour, and the provider keeps it for a day.
// Its own cache of keys expires first: whoever comes back later gets a new key for an outcome that is still unknown (console#3449).

export const metadata = {
  id: "key-forgotten-early",
  mistake: "The key is kept for an hour, and the provider keeps it for a day.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["repeat-while-unknown/an-hour-after-crash"],
};

const hourMs = 3_600_000;

export default (Careful) =>
  class extends Careful {
    keyToSend(operation, record, clock) {
      const isForgotten = clock !== undefined && clock.now() - record.firstSentAt > hourMs;
      return super.keyToSend(operation, isForgotten ? { ...record, generation: "again" } : record, clock);
    }
  };
