// An edited order replaces the one that waits for a person.
// The form says "needs attention", and saving it is taken for the attention.
import { startClock } from "../careful/clock.mjs";

export const metadata = {
  id: "held-edit-replaces",
  mistake: "An edited order replaces the one that waits for a person.",
  contract: "key-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload-while-unknown/when-the-key-is-forgotten"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      if (known?.state === "open" && known.needsHuman && this.isOtherPayload(known, message)) {
        const { generation } = known;
        this.save(known, { ...this.newRecord(message, startClock(message.now)), generation: generation + 1 });
      }
      return super.perform(message);
    }
  };
