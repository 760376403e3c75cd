// Repeats are told by what they say; two events may say the same.

export const metadata = {
  id: "content-as-identity",
  mistake: "Repeats are told by what they say; two events may say the same.",
  contract: "batches",
  stoppedBy: ["accepted-is-applied"],
  scenarios: ["distinct-events/equal-content"],
};

export default (Careful) =>
  class extends Careful {
    keyOf({ source, content }) {
      return super.keyOf({ source, identity: content });
    }

    eventOf(kind, content, delivery, signer) {
      return {
        ...super.eventOf(kind, content, delivery, signer),
        content: JSON.stringify([kind, content.value]),
      };
    }

    work(event, pending) {
      const done = super.work(event, pending);
      return { ...done, receipt: { ...done.receipt, identity: event.content } };
    }
  };
