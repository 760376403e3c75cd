// The key is used for an hour longer than the provider remembers it.
// A day was rounded up.

export const metadata = {
  id: "key-trusted-too-long",
  mistake: "The key is used for an hour longer than the provider remembers it.",
  contract: "keyed-remembering",
  stoppedBy: ["fresh-key"],
  scenarios: ["retention-expired"],
};

export default (Careful) =>
  class extends Careful {
    isRemembered({ retention }, record, clock) {
      const forMs = retention.forMs === null ? null : retention.forMs + 3_600_000;
      return super.isRemembered({ retention: { ...retention, forMs } }, record, clock);
    }
  };
