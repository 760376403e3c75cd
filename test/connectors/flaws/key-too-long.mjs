// The key is longer than the provider takes.
// Keys are concatenated from names until one of them is long; some providers cut them off silently.

export const metadata = {
  id: "key-too-long",
  mistake: "The key is longer than the provider takes.",
  contract: "keyed",
  stoppedBy: ["valid-key"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      const { maxLength } = operation.idempotency.key;
      return `order:${record.operation}:${record.businessKey}:`.padEnd(maxLength + 1, "0");
    }
  };
