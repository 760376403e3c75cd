// Of a payload only the field that usually changes is compared.
// The test changed the text; nobody ever changed the channel.
import { getAt } from "../../../dist/src/core/pointer.js";

export const metadata = {
  id: "only-one-field-compared",
  mistake: "Of a payload only the field that usually changes is compared.",
  contract: "nothing",
  stoppedBy: ["honest-success"],
  scenarios: ["conflicting-payload/another-field"],
};

export default (Careful) =>
  class extends Careful {
    isOtherPayload(record, { operation, payload }) {
      const { varies } = this.operationOf({ operation }).request;
      return getAt(record.payload, varies) !== getAt(payload, varies);
    }
  };
