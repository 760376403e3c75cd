// Every failed attempt is followed by one with a new key.
// Somebody learned that a stored error is replayed for ever, and drew the wrong conclusion (woocommerce-square#106).

export const metadata = {
  id: "new-key-after-error",
  mistake: "Every failed attempt is followed by one with a new key.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/gateway-502"],
};

export default (Careful) =>
  class extends Careful {
    onUnclearAnswer(operation, record, said) {
      record.generation += 1;
      return super.onUnclearAnswer(operation, record, said);
    }
  };
