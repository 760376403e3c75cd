// The day on which it is sent is part of the key.
// It was meant for the readers of the logs.
import { shapedKey } from "../careful/keys.mjs";

export const metadata = {
  id: "key-with-the-date",
  mistake: "The day on which it is sent is part of the key.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["same-key-next-day"],
};

export default (Careful) =>
  class extends Careful {
    keyToSend(operation, record, clock) {
      this.today = new Date(clock.now()).toISOString().slice(0, 10);
      return super.keyToSend(operation, record, clock);
    }

    makeKey(operation, record) {
      return shapedKey([record.operation, record.businessKey, this.today], operation.idempotency.key);
    }
  };
