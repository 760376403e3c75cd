// As much of the signature is compared as was sent.

import { createHmac } from "node:crypto";
import { readSignature, signedBytes } from "../careful/signatures.mjs";

export const metadata = {
  id: "signature-compared-in-part",
  mistake: "As much of the signature is compared as was sent.",
  contract: "counter",
  stoppedBy: ["authentic-only"],
  scenarios: ["bad-signature/malformed-header"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      const { signature } = this.webhooks;
      const said = readSignature(signature, delivery.header);
      const [sent] = (said?.candidates ?? []).map((one) => one.replace(/[^0-9a-f]/g, ""));
      if (!sent) return super.authenticate(delivery);
      const signed = signedBytes(signature, this.signedParts(delivery, said.time));
      const expected = createHmac("sha256", Buffer.from(this.sources[0].secrets[0], "hex"))
        .update(signed)
        .digest("hex");
      if (expected.startsWith(sent)) return this.sources[0].name;
      return super.authenticate(delivery);
    }
  };
