// An order that waits for a person starts anew when it is handed out again.
// Whoever hands it out again is taken for the person.
import { startClock } from "../careful/clock.mjs";

export const metadata = {
  id: "held-rows-start-anew",
  mistake: "An order that waits for a person starts anew when it is handed out again.",
  contract: "key-only",
  stoppedBy: ["stable-key"],
  scenarios: ["repeat-while-unknown/when-the-key-is-forgotten"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const known = this.ledger.find(message.operation, message.businessKey);
      if (known?.state === "open" && known.needsHuman) {
        const { generation } = known;
        this.save(known, { ...this.newRecord(message, startClock(message.now)), generation: generation + 1 });
      }
      return super.perform(message);
    }
  };
