// A kind that is not known is treated like one that is.

export const metadata = {
  id: "unknown-kind-acted-on",
  mistake: "A kind that is not known is treated like one that is.",
  contract: "payments",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["unknown-kind"],
};

export default (Careful) =>
  class extends Careful {
    onUnknownKind(kind, content, delivery, source) {
      return { ...this.eventOf(kind, content, delivery, source), kind: this.webhooks.events[0].kind };
    }
  };
