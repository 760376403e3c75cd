// When the provider goes, the work stops where it is.

import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export const metadata = {
  id: "gone-when-nobody-listens",
  mistake: "When the provider goes, the work stops where it is.",
  contract: "payments",
  stoppedBy: ["atomic"],
  scenarios: ["lost-answer/fin", "lost-answer/rst"],
};

export default (Careful) =>
  class extends Careful {
    async commit(lines, { response }) {
      this.ledger.commit(lines.map(({ receipt }) => ({ receipt })));
      await Promise.race([once(response, "close"), sleep(300)]);
      if (response.destroyed) return;
      this.ledger.commit(lines.flatMap(({ effect }) => (effect === undefined ? [] : [{ effect }])));
    }
  };
