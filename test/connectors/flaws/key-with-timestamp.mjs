// The time at which the job started is part of the key.
// A worker that takes the job up again has another time, hence another key.
import { shapedKey } from "../careful/keys.mjs";

export const metadata = {
  id: "key-with-timestamp",
  mistake: "The time at which the job started is part of the key.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["crash/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    pass(record, clock) {
      this.startedAt = clock.now();
      return super.pass(record, clock);
    }

    makeKey(operation, record) {
      return shapedKey([record.operation, record.businessKey, this.startedAt], operation.idempotency.key);
    }
  };
