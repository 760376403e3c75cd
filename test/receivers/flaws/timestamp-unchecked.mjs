// How old a signature is is not looked at.

export const metadata = {
  id: "timestamp-unchecked",
  mistake: "How old a signature is is not looked at.",
  contract: "payments",
  stoppedBy: ["authentic-only"],
  scenarios: ["timestamp/stale"],
};

export default (Careful) =>
  class extends Careful {
    checkTime() {}
  };
