// A mismatch is answered with a new key.
// "The key is spoilt, take another": what was sent under the first one is not asked about.

export const metadata = {
  id: "mismatch-gets-new-key",
  mistake: "A mismatch is answered with a new key.",
  contract: "keyed",
  stoppedBy: ["allowed-send"],
  scenarios: ["mismatch"],
};

export default (Careful) =>
  class extends Careful {
    takeDown(record, said, clock) {
      if (said.word !== "mismatch") return super.takeDown(record, said, clock);
      return this.save(record, { inHand: false, generation: record.generation + 1, firstSentAt: null });
    }
  };
