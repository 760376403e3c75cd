// The key is a hash of what is bought, not of the order.
// Two orders for the same thing are one to the provider: the second customer gets the receipt of the first.
import { shapedKey } from "../careful/keys.mjs";
import { setAt } from "../../../dist/src/core/pointer.js";

export const metadata = {
  id: "key-from-payload",
  mistake: "The key is a hash of what is bought, not of the order.",
  contract: "keyed",
  stoppedBy: ["distinct-keys"],
  scenarios: ["distinct-operations"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      const content = setAt(record.payload, operation.request.reference, null);
      return shapedKey([record.operation, content], operation.idempotency.key);
    }
  };
