// Only the body is compared, not what the path names.
// The hash is made of what is posted.
import { hashOf } from "../careful/keys.mjs";

export const metadata = {
  id: "target-not-compared",
  mistake: "Only the body is compared, not what the path names.",
  contract: "lookup-only",
  stoppedBy: ["honest-success"],
  scenarios: ["conflicting-payload/another-target"],
};

export default (Careful) =>
  class extends Careful {
    isOtherPayload(record, { payload }) {
      return hashOf(record.payload) !== hashOf(payload);
    }
  };
