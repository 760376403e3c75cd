// Two operations for one order share a key.
// The key is made from the order number alone; a provider that scopes keys by account mixes them up (stripe-ruby#598).
import { shapedKey } from "../careful/keys.mjs";

export const metadata = {
  id: "key-across-operations",
  mistake: "Two operations for one order share a key.",
  contract: "keyed",
  stoppedBy: ["distinct-keys"],
  scenarios: ["scope/two-operations"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      return shapedKey([this.world.credentials.account, record.businessKey], operation.idempotency.key);
    }
  };
