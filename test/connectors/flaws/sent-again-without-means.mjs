// What cannot be found out is sent again.
// There is neither key nor lookup: every repeat may be a second message (openclaw#22780).

export const metadata = {
  id: "sent-again-without-means",
  mistake: "What cannot be found out is sent again.",
  contract: "nothing",
  stoppedBy: ["held"],
  scenarios: ["unresolvable"],
};

export default (Careful) =>
  class extends Careful {
    nextMove(record, clock) {
      const move = super.nextMove(record, clock);
      return move === "hold" && record.attempts < 3 ? "send" : move;
    }
  };
