// A fraction of a second in Retry-After is more than the parser can take.
// A strict parser raised, and a short throttle became a job that never ended (posthog#74113).

export const metadata = {
  id: "fraction-is-fatal",
  mistake: "A fraction of a second in Retry-After is more than the parser can take.",
  contract: "keyed",
  stoppedBy: ["resolved"],
  scenarios: ["retry-after/fractional"],
};

export default (Careful) =>
  class extends Careful {
    async pass(record, clock) {
      if (record.poisoned) throw new TypeError("invalid literal in Retry-After");
      return super.pass(record, clock);
    }

    pause(record, said, clock) {
      if (/^\d+\.\d+$/.test(said.answer?.headers?.["retry-after"] ?? "")) {
        this.save(record, { poisoned: true });
        throw new TypeError("invalid literal in Retry-After");
      }
      return super.pause(record, said, clock);
    }
  };
