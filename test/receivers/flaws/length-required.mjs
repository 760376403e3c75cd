// A body without a Content-Length is refused.

import { Refused } from "../careful/receiver.mjs";

export const metadata = {
  id: "length-required",
  mistake: "A body without a Content-Length is refused.",
  contract: "issues",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["chunked"],
};

export default (Careful) =>
  class extends Careful {
    async readBytes(request) {
      if (request.headers["content-length"] === undefined) throw new Refused(411, "how long is it?");
      return super.readBytes(request);
    }
  };
