// Two accounts share a key for equal order numbers.
// Each tenant counts its orders from one; a provider that compares keys across tenants gives the second the answer of the first (hono-idempotency#126).
import { shapedKey } from "../careful/keys.mjs";

export const metadata = {
  id: "key-across-accounts",
  mistake: "Two accounts share a key for equal order numbers.",
  contract: "global-keys",
  stoppedBy: ["distinct-keys"],
  scenarios: ["scope/two-accounts"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      return shapedKey([record.operation, record.businessKey], operation.idempotency.key);
    }
  };
