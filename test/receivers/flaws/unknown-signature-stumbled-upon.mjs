// A signature of a scheme it does not know makes it give up.

import { Refused } from "../careful/receiver.mjs";

export const metadata = {
  id: "unknown-signature-stumbled-upon",
  mistake: "A signature of a scheme it does not know makes it give up.",
  contract: "tenants",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["unknown-signature-beside"],
};

export default (Careful) =>
  class extends Careful {
    authenticate(delivery) {
      const written = delivery.header(this.webhooks.signature.header) ?? "";
      const isKnown = written.split(" ").every((one) => one.startsWith("v1,"));
      if (!isKnown) throw new Refused(401, "a signature of an unknown scheme");
      return super.authenticate(delivery);
    }
  };
