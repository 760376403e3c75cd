// A success that was cut short is read as "not sent", and sent again.
// Parsing failed, so the call failed, so it is repeated.

export const metadata = {
  id: "cut-answer-is-not-sent",
  mistake: 'A success that was cut short is read as "not sent", and sent again.',
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lost-response/truncated-length-fin", "lost-response/truncated-chunked-fin"],
};

export default (Careful) =>
  class extends Careful {
    onAmbiguous(operation, record, said, clock) {
      if (said.reason === "EINCOMPLETE") return this.onNothingDone(record, said, clock);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
