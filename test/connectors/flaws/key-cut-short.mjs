// The key is the business key, cut where the provider's keys end.
// Two orders of one warehouse begin with the same sixty letters.

export const metadata = {
  id: "key-cut-short",
  mistake: "The key is the business key, cut where the provider's keys end.",
  contract: "keyed",
  stoppedBy: ["distinct-keys"],
  scenarios: ["business-keys/long"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      const { key } = operation.idempotency;
      return encodeURIComponent(`${record.operation}:${record.businessKey}`).slice(0, key.maxLength);
    }
  };
