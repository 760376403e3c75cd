// Other content under a known identity is answered like a repeat.

export const metadata = {
  id: "conflict-answered-with-success",
  mistake: "Other content under a known identity is answered like a repeat.",
  contract: "counter",
  stoppedBy: ["conflict-refused"],
  scenarios: ["conflicting-bytes/changed-value", "conflicting-bytes/whitespace-only"],
};

export default (Careful) =>
  class extends Careful {
    checkFingerprint() {}
  };
