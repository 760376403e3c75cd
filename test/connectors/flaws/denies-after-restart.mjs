// After a restart it knows nothing of what it said before.
// What support sees comes from a cache that the last process took with it.

export const metadata = {
  id: "denies-after-restart",
  mistake: "After a restart it knows nothing of what it said before.",
  contract: "keyed",
  stoppedBy: ["durable"],
  scenarios: ["crash/after-commit"],
};

export default (Careful) =>
  class extends Careful {
    said = new Map();

    async perform(message) {
      const claim = await super.perform(message);
      this.said.set(message.businessKey, claim);
      return claim;
    }

    async inspect({ businessKey }) {
      return this.said.get(businessKey) ?? { outcome: "absent" };
    }
  };
