// Status 200 counts as success, whatever the body says.
// Some providers answer 200 on failure and say so in the body (msteams-docs#9064).

export const metadata = {
  id: "status-is-success",
  mistake: "Status 200 counts as success, whatever the body says.",
  contract: "nothing",
  stoppedBy: ["honest-success"],
  scenarios: ["error/notInChannel/before-commit"],
};

export default (Careful) =>
  class extends Careful {
    takeDown(record, said, clock) {
      if (said.answer.status === 200) return this.succeed(record, said.reference ?? null);
      return super.takeDown(record, said, clock);
    }
  };
