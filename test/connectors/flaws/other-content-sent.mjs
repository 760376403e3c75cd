// What is sent is not what was asked for.
// A mapper fills in its own value where it should pass that of the order.
import { setAt } from "../../../dist/src/core/pointer.js";

export const metadata = {
  id: "other-content-sent",
  mistake: "What is sent is not what was asked for.",
  contract: "keyed",
  stoppedBy: ["no-unasked-effect"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    newRecord(message, clock) {
      const { varies } = this.contract.operations.find(({ name }) => name === message.operation).request;
      const record = super.newRecord(message, clock);
      return { ...record, payload: setAt(message.payload, varies, "Something else") };
    }
  };
