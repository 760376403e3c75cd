// Whatever a lookup finds is taken back, and the order is sent anew.
// "Clean up, then retry": what is taken back was the success, or somebody else's.
import { idOf } from "../careful/lookups.mjs";
import { writeRequest } from "../careful/request.mjs";

export const metadata = {
  id: "undone-to-begin-anew",
  mistake: "Whatever a lookup finds is taken back, and the order is sent anew.",
  contract: "compensated",
  stoppedBy: ["takes-back-only-surplus"],
  scenarios: ["compensation"],
};

export default (Careful) =>
  class extends Careful {
    async look(record, clock) {
      const operation = this.operationOf(record);
      const undo = this.contract.operations.find(({ name }) => name === operation.compensation.operation);
      for (const lookup of this.lookupsOf(operation, record)) {
        const reading = await this.read(operation, record, lookup, clock, undefined);
        for (const { object } of this.candidates(operation, record, lookup, reading)) {
          const parameters = { ...record.parameters, id: idOf(operation, object) };
          await this.exchange(writeRequest(this.world, this.contract, undo, { ...record, parameters }, null));
        }
      }
      this.onAbsent(operation, record, clock);
    }
  };
