// A content type with a charset is refused.

import { Refused } from "../careful/receiver.mjs";

export const metadata = {
  id: "content-type-to-the-letter",
  mistake: "A content type with a charset is refused.",
  contract: "tenants",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["malformed/charset"],
};

export default (Careful) =>
  class extends Careful {
    async readBytes(request) {
      if (request.headers["content-type"] !== this.webhooks.contentType)
        throw new Refused(415, "another content type");
      return super.readBytes(request);
    }
  };
