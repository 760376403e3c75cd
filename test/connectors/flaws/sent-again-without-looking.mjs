// What may have happened is sent again without looking.
// The search exists and is used for the user interface only.

export const metadata = {
  id: "sent-again-without-looking",
  mistake: "What may have happened is sent again without looking.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lost-response/reset", "lost-response/stalled"],
};

export default (Careful) =>
  class extends Careful {
    nextMove(record, clock) {
      const move = super.nextMove(record, clock);
      return move === "look" ? "send" : move;
    }
  };
