// The ledger takes business keys that differ in case for one.
// The column has the collation that the database came with.

export const metadata = {
  id: "ledger-ignores-case",
  mistake: "The ledger takes business keys that differ in case for one.",
  contract: "lookup-only",
  stoppedBy: ["no-guessing"],
  scenarios: ["business-keys/alike"],
};

export default (Careful) =>
  class extends Careful {
    perform(message) {
      return super.perform({ ...message, businessKey: nameOf(message) });
    }

    inspect(message) {
      return super.inspect({ ...message, businessKey: nameOf(message) });
    }
  };

function nameOf({ businessKey }) {
  return businessKey.toLowerCase();
}
