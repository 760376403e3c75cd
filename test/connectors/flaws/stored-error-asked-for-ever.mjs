// A stored 500 is asked for again and again under the same key.
// The provider replays it for ever; the list would have told in one request.

export const metadata = {
  id: "stored-error-asked-for-ever",
  mistake: "A stored 500 is asked for again and again under the same key.",
  contract: "keyed-remembering",
  stoppedBy: ["resolved"],
  scenarios: ["remembered-error"],
};

export default (Careful) =>
  class extends Careful {
    attemptsInAll = 1000;

    onUnclearAnswer() {}

    lookupsOf() {
      return [];
    }
  };
