// The work is done, and then the event is written down as done.

export const metadata = {
  id: "effect-before-mark",
  mistake: "The work is done, and then the event is written down as done.",
  contract: "payments",
  stoppedBy: ["atomic", "applied-once"],
  scenarios: ["failing-dependency", "crash/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    async commit(lines, { response }) {
      this.ledger.commit(lines.flatMap(({ effect }) => (effect === undefined ? [] : [{ effect }])));
      if (lines.length > 0) await this.testPoint("beforeCommit", response);
      this.ledger.commit(lines.map(({ receipt }) => ({ receipt })));
    }
  };
