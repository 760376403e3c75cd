// A negative Retry-After switches the back-off off.
// The number is believed as it comes: the time of the next attempt lies in the past (crawlee-python#1995).

export const metadata = {
  id: "negative-wait",
  mistake: "A negative Retry-After switches the back-off off.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/negative"],
  // Longer than a slow disk takes to write a record down, so that "at once" can be told from "after a pause".
  timing: { retryDelayMs: 100 },
};

export default (Careful) =>
  class extends Careful {
    pause(record, said, clock) {
      const header = Number(said.answer?.headers?.["retry-after"]);
      return header < 0 ? header * 1000 : super.pause(record, said, clock);
    }
  };
