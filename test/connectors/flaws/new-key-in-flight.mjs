// An in-flight refusal is answered with a new key.
// One 409 is taken for the other: the first request is still running, and now there are two (KeeperHub#1922).

export const metadata = {
  id: "new-key-in-flight",
  mistake: "An in-flight refusal is answered with a new key.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["in-flight"],
};

export default (Careful) =>
  class extends Careful {
    onInFlight(record, said, clock) {
      record.generation += 1;
      return super.onInFlight(record, said, clock);
    }
  };
