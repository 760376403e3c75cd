// The key is made from the process, not from the order.
// Within one run all attempts agree; after a crash, the next process asks for the same thing under another key.
import { shapedKey } from "../careful/keys.mjs";

export const metadata = {
  id: "key-per-process",
  mistake: "The key is made from the process, not from the order.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["crash/after-commit", "crash/twice"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      return shapedKey([this.ledger.owner, record.operation, record.businessKey], operation.idempotency.key);
    }
  };
