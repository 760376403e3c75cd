// What is open is sent to the target that was named last.
// The settings were read when the job was taken up again, and had been changed.
import { hashOf } from "../careful/keys.mjs";

export const metadata = {
  id: "latest-target-counts",
  mistake: "What is open is sent to the target that was named last.",
  contract: "lookup-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload-while-unknown/another-target"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record, message, clock) {
      const isMoved = hashOf(record.payload) === hashOf(message.payload);
      if (record.state !== "open" || !isMoved) return super.refuseOtherPayload(record, message, clock);
      this.save(record, { parameters: message.parameters });
      await this.send(record, clock);
      return this.claimOf(record);
    }
  };
