// Only the status of the first answer is success.
// The replay says 200 where the first answer said 201, and the order is reported as failed.

export const metadata = {
  id: "only-created-is-success",
  mistake: "Only the status of the first answer is success.",
  contract: "current-state",
  stoppedBy: ["honest-failure"],
  scenarios: ["replay-current-state", "lost-response/reset"],
};

export default (Careful) =>
  class extends Careful {
    takeDown(record, said, clock) {
      const { answer } = this.operationOf(record);
      if (said.word === "receipt" && said.answer.status !== answer.status) {
        return this.fail(record, `status ${said.answer.status}`);
      }
      return super.takeDown(record, said, clock);
    }
  };
