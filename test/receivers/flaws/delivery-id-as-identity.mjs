// Repeats are told by the id of the delivery.

export const metadata = {
  id: "delivery-id-as-identity",
  mistake: "Repeats are told by the id of the delivery.",
  contract: "counter",
  stoppedBy: ["applied-once"],
  scenarios: ["redelivery/as-declared", "redelivery/new-delivery-id"],
};

export default (Careful) =>
  class extends Careful {
    identityOf(content, delivery) {
      return delivery.header(this.webhooks.delivery.at);
    }

    eventOf(kind, content, delivery, signer) {
      return { ...super.eventOf(kind, content, delivery, signer), name: super.identityOf(content, delivery) };
    }
  };
