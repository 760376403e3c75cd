// A new random key for every attempt.
// The retry loop stands above the function that makes the key (class B of the public reports).
import { randomUUID } from "node:crypto";

export const metadata = {
  id: "key-per-attempt",
  mistake: "A new random key for every attempt.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/reset", "in-flight"],
};

export default (Careful) =>
  class extends Careful {
    keyToSend() {
      return randomUUID();
    }
  };
