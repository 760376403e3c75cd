// The ledger leaves odd characters out of the names of its files.
// A slash in an order number had made a folder once.

export const metadata = {
  id: "odd-characters-removed",
  mistake: "The ledger leaves odd characters out of the names of its files.",
  contract: "lookup-only",
  stoppedBy: ["no-guessing"],
  scenarios: ["business-keys/special-characters"],
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
  return businessKey.replaceAll(/[^A-Za-z0-9-]/g, "_");
}
