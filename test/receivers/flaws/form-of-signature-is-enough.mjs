// A signature of the right form is enough.

import { readSignature } from "../careful/signatures.mjs";

export const metadata = {
  id: "form-of-signature-is-enough",
  mistake: "A signature of the right form is enough.",
  contract: "counter",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/delivery-id-changed", "bad-signature/tampered-body"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      const said = readSignature(this.webhooks.signature, delivery.header);
      return /^[0-9a-f]{64}$/.test(said?.candidates[0] ?? "")
        ? this.sources[0].name
        : super.authenticate(delivery);
    }
  };
