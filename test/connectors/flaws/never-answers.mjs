// There is no time-out.
// The library has none by default, and a provider that stalls takes the worker with it.
import { exchange } from "../careful/exchange.mjs";

export const metadata = {
  id: "never-answers",
  mistake: "There is no time-out.",
  contract: "keyed",
  stoppedBy: ["bounded-wait"],
  scenarios: ["never-arrived/stalled"],
  patienceMs: 3500,
};

export default (Careful) =>
  class extends Careful {
    exchange(request) {
      return exchange(this.agent, request, 2 ** 31 - 1);
    }
  };
