// Two orders with the same content are taken for one.
// Deduplicated by content within a day: the second coffee is never served.
import { setAt } from "../../../dist/src/core/pointer.js";

export const metadata = {
  id: "same-content-is-same-order",
  mistake: "Two orders with the same content are taken for one.",
  contract: "keyed",
  stoppedBy: ["honest-success"],
  scenarios: ["distinct-operations"],
};

export default (Careful) =>
  class extends Careful {
    perform(message) {
      const { reference } = this.contract.operations.find(({ name }) => name === message.operation).request;
      const content = (payload) => JSON.stringify(setAt(payload, reference, null));
      const twin = this.ledger.all().find(({ payload }) => content(payload) === content(message.payload));
      return twin === undefined ? super.perform(message) : this.claimOf(twin);
    }
  };
