// A second worker sends when the first has not come back within half a second.
// Whoever holds the lock for that long must be dead.
import { setTimeout as sleep } from "node:timers/promises";
import { startClock } from "../careful/clock.mjs";

export const metadata = {
  id: "stalled-twin-replaced",
  mistake: "A second worker sends when the first has not come back within half a second.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["concurrent-twins/first-stalled"],
};

export default (Careful) =>
  class extends Careful {
    reserve(record, leaseUntil) {
      this.isFirst = super.reserve(record, leaseUntil);
      return this.isFirst;
    }

    async perform(message) {
      const claim = await super.perform(message);
      const record = this.ledger.find(message.operation, message.businessKey);
      if (this.isFirst || record.state !== "open") return claim;
      await sleep(500);
      await this.send(record, startClock(message.now));
      return this.claimOf(record);
    }
  };
