// A huge Retry-After is slept through.
// The worker is gone for three centuries; nobody has told it what longer than its budget means (go-retryablehttp#283).

export const metadata = {
  id: "huge-wait-slept",
  mistake: "A huge Retry-After is slept through.",
  contract: "keyed",
  stoppedBy: ["bounded-wait"],
  scenarios: ["retry-after/huge"],
  patienceMs: 3500,
};

export default (Careful) =>
  class extends Careful {
    async waitToSend(record, clock) {
      const waitMs = record.notBefore - clock.now();
      if (waitMs > this.longestWaitMs) await new Promise(() => {});
      return super.waitToSend(record, clock);
    }

    onNothingDone(record, said, clock) {
      this.save(record, { notBefore: clock.now() + this.pause(record, said, clock) });
    }
  };
