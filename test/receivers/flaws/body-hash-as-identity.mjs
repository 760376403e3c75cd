// Repeats are told by a hash of the body; two events may have the same.

export const metadata = {
  id: "body-hash-as-identity",
  mistake: "Repeats are told by a hash of the body; two events may have the same.",
  contract: "pings",
  stoppedBy: ["accepted-is-applied"],
  scenarios: ["distinct-events/equal-content"],
};

export default (Careful) =>
  class extends Careful {
    keyOf({ source, hash }) {
      return super.keyOf({ source, identity: hash });
    }

    work(event, pending) {
      const done = super.work(event, pending);
      return { ...done, receipt: { ...done.receipt, identity: event.hash } };
    }
  };
