// After three lost answers in a row a new key is tried.
// "The key must be stuck" is what three timeouts look like.

export const metadata = {
  id: "new-key-after-three-losses",
  mistake: "After three lost answers in a row a new key is tried.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/again-and-again"],
};

export default (Careful) =>
  class extends Careful {
    keyToSend(operation, record, clock) {
      if (record.attemptsInDoubt === 4) this.save(record, { generation: record.generation + 1 });
      return super.keyToSend(operation, record, clock);
    }
  };
