// After a restart what is open is built from the newest payload.
// The job carries the payload, the table only that it was begun.
import { startClock } from "../careful/clock.mjs";

export const metadata = {
  id: "edit-replaces-after-restart",
  mistake: "After a restart what is open is built from the newest payload.",
  contract: "lookup-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload-while-unknown/after-restart"],
};

export default (Careful) =>
  class extends Careful {
    begun = new Set();

    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      const isStrange = known?.state === "open" && !this.begun.has(message.businessKey);
      this.begun.add(message.businessKey);
      if (isStrange && this.isOtherPayload(known, message)) {
        const { payload, hash } = this.newRecord(message, { now: () => known.madeAt });
        this.save(known, { payload, hash });
        await this.send(known, startClock(message.now));
      }
      return super.perform(message);
    }
  };
