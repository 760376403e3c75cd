// A huge Retry-After overflows the timer, which then fires at once.
// Timers hold 31 bits of milliseconds; what is more becomes 1 ms.

export const metadata = {
  id: "huge-wait-overflows",
  mistake: "A huge Retry-After overflows the timer, which then fires at once.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/huge"],
};

export default (Careful) =>
  class extends Careful {
    pause(record, said, clock) {
      const pause = super.pause(record, said, clock);
      return pause > 0x7fffffff ? 1 : pause;
    }
  };
