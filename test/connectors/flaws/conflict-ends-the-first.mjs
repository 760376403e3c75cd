// A conflict is written over the record of the first payload.
// What became of the first was not known yet, and now nobody asks any more.

export const metadata = {
  id: "conflict-ends-the-first",
  mistake: "A conflict is written over the record of the first payload.",
  contract: "lookup-only",
  stoppedBy: ["no-guessing"],
  scenarios: ["conflicting-payload-while-unknown"],
};

export default (Careful) =>
  class extends Careful {
    async refuseOtherPayload(record) {
      const conflict = await super.refuseOtherPayload();
      if (record.state === "open") this.save(record, { state: "conflict", reason: conflict.reason });
      return conflict;
    }
  };
