// The caller is told `unknown` while the retry goes on behind its back.
// A promise that lost the race against a time-out is not cancelled by losing it.

export const metadata = {
  id: "retry-goes-on-in-background",
  mistake: "The caller is told `unknown` while the retry goes on behind its back.",
  contract: "nothing",
  stoppedBy: ["held"],
  scenarios: ["quiet-afterwards/after-lost-answer"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      super.onAmbiguous(operation, record, said, clock);
      setTimeout(() => void this.send(record, clock), 1000);
    }
  };
