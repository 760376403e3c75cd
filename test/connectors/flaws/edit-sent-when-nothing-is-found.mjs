// An edited payload is sent when a look finds nothing of the first.
// The look comes before the wait that would make it a proof.

export const metadata = {
  id: "edit-sent-when-nothing-is-found",
  mistake: "An edited payload is sent when a look finds nothing of the first.",
  contract: "lookup-only",
  stoppedBy: ["conflict-stops"],
  scenarios: ["conflicting-payload-while-unknown/never-arrived"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record, message, clock) {
      const operation = this.operationOf(record);
      for (const lookup of record.state === "open" ? this.lookupsOf(operation, record) : []) {
        const { all, objects } = await this.read(operation, record, lookup, clock);
        if (!all || objects.length > 0) continue;
        this.save(record, { payload: message.payload, hash: this.newRecord(message, clock).hash });
        await this.send(record, clock);
        return this.claimOf(record);
      }
      return super.refuseOtherPayload(record, message, clock);
    }
  };
