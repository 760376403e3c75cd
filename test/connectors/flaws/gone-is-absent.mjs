// A repeat that finds nothing is sent again under a new key.
// 404 is read as "it never happened"; it did, and somebody deleted it since.

export const metadata = {
  id: "gone-is-absent",
  mistake: "A repeat that finds nothing is sent again under a new key.",
  contract: "current-state",
  stoppedBy: ["stable-key"],
  scenarios: ["key-outlives-effect"],
};

export default (Careful) =>
  class extends Careful {
    onRefused(operation, record, said, clock) {
      if (said.answer.status !== 404) return super.onRefused(operation, record, said, clock);
      return this.save(record, { ambiguous: false, generation: record.generation + 1, firstSentAt: null });
    }
  };
