// The event is written down as done, and then it is done.

export const metadata = {
  id: "mark-before-effect",
  mistake: "The event is written down as done, and then it is done.",
  contract: "counter",
  stoppedBy: ["atomic"],
  scenarios: ["failing-dependency", "crash/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    async commit(lines, { response }) {
      this.ledger.commit(lines.map(({ receipt }) => ({ receipt })));
      if (lines.length > 0) await this.testPoint("beforeCommit", response);
      this.ledger.commit(lines.flatMap(({ effect }) => (effect === undefined ? [] : [{ effect }])));
    }
  };
