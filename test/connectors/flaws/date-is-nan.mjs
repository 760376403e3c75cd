// A date in Retry-After becomes NaN, and a timer with NaN fires at once.
// Only whole seconds were thought of.

export const metadata = {
  id: "date-is-nan",
  mistake: "A date in Retry-After becomes NaN, and a timer with NaN fires at once.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/http-date"],
};

export default (Careful) =>
  class extends Careful {
    pause(record, said, clock) {
      const header = said.answer?.headers?.["retry-after"];
      return header !== undefined && Number.isNaN(Number(header)) ? 0 : super.pause(record, said, clock);
    }
  };
