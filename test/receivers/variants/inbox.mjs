// Takes an event durably, answers, and applies it afterwards; what fails is tried again by itself.
import { setTimeout as sleep } from "node:timers/promises";

export default (Careful) =>
  class extends Careful {
    openLedger(directory) {
      const ledger = super.openLedger(directory);
      // What was taken before the end of an earlier process is still to be done.
      setImmediate(() => void this.empty());
      return ledger;
    }

    applied() {
      return {
        ...super.applied(),
        accepted: [...this.ledger.inbox.values()].map(({ identity }) => identity),
      };
    }

    async take(events, delivery) {
      await this.inTurn(() => {
        const fresh = events.filter((event) => this.isNew(event));
        this.ledger.commit(fresh.map((accepted) => ({ accepted })));
      });
      setImmediate(() => void this.empty(delivery));
      return { received: true };
    }

    isNew(event) {
      const known = this.receiptOf(event) ?? this.ledger.inbox.get(this.keyOf(event));
      if (known !== undefined) this.checkFingerprint(known, event);
      return known === undefined;
    }

    async empty(delivery = { response: { destroy() {} } }) {
      await this.inTurn(async () => {
        for (const event of this.ledger.inbox.values()) {
          while (this.ledger.inbox.has(this.keyOf(event))) {
            await this.apply([event], delivery).catch(() => sleep(5));
          }
        }
      });
      await this.testPoint("afterCommit", delivery.response).catch(() => {});
    }
  };
