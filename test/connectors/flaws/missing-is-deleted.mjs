// What a lookup does not show right after its creation is taken for deleted, and made again.
// The read behind the write had not caught up; the tool dropped the object from its state (terraform-provider-harness#1385).

export const metadata = {
  id: "missing-is-deleted",
  mistake: "What a lookup does not show right after its creation is taken for deleted, and made again.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["repeat-after-success"],
};

export default (Careful) =>
  class extends Careful {
    async perform(message) {
      const record = this.ledger.find(message.operation, message.businessKey);
      if (record?.state === "succeeded" && !(await this.isThere(record, message))) {
        this.save(record, this.newRecord(message, { now: () => Date.parse(message.now) }));
      }
      return super.perform(message);
    }

    async isThere(record, { now }) {
      const operation = this.operationOf(record);
      const lookup = operation.lookups.find(({ by }) => by === "reference");
      const { objects } = await this.read(operation, record, lookup, { now: () => Date.parse(now) });
      return objects.length > 0;
    }
  };
