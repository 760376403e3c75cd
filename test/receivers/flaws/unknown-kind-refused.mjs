// A kind that is not known is refused, though the provider wants it acknowledged.

import { Refused } from "../careful/receiver.mjs";

export const metadata = {
  id: "unknown-kind-refused",
  mistake: "A kind that is not known is refused, though the provider wants it acknowledged.",
  contract: "issues",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["unknown-kind"],
};

export default (Careful) =>
  class extends Careful {
    onUnknownKind() {
      throw new Refused(422, "an unknown kind of event");
    }
  };
