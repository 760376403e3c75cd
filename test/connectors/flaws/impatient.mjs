// Gives up long before the time that it was given, and reports failure.
// A slow provider is a working provider (technewstoday's 2 s time-out against an answer in 3 s).
import { exchange } from "../careful/exchange.mjs";

export const metadata = {
  id: "impatient",
  mistake: "Gives up long before the time that it was given, and reports failure.",
  contract: "keyed",
  stoppedBy: ["honest-failure"],
  scenarios: ["slow-answer/just-in-time", "lost-response/stalled"],
};

export default (Careful) =>
  class extends Careful {
    exchange(request) {
      return exchange(this.agent, request, this.world.timing.timeoutMs / 4);
    }

    onAmbiguous(operation, record, said, clock) {
      if (said.answer.status === null) return this.fail(record, said.reason);
      return super.onAmbiguous(operation, record, said, clock);
    }
  };
