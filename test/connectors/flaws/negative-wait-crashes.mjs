// A negative Retry-After makes the timer throw.
// Nobody sleeps for minus one second; the worker dies of it, and the job with it (pydantic-ai#7065).

export const metadata = {
  id: "negative-wait-crashes",
  mistake: "A negative Retry-After makes the timer throw.",
  contract: "keyed",
  stoppedBy: ["resolved"],
  scenarios: ["retry-after/negative"],
};

export default (Careful) =>
  class extends Careful {
    async pass(record, clock) {
      if (record.poisoned) throw new RangeError("sleep length must be non-negative");
      return super.pass(record, clock);
    }

    pause(record, said, clock) {
      if (Number(said.answer?.headers?.["retry-after"]) < 0) {
        this.save(record, { poisoned: true });
        throw new RangeError("sleep length must be non-negative");
      }
      return super.pause(record, said, clock);
    }
  };
