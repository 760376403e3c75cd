// One ledger serves all accounts, and its rows do not say whose they are.
// The second customer joined three years after the table was made.

export const metadata = {
  id: "ledger-without-account",
  mistake: "One ledger serves all accounts, and its rows do not say whose they are.",
  contract: "lookup-only",
  stoppedBy: ["honest-success"],
  scenarios: ["scope/two-accounts"],
};

export default (Careful) =>
  class extends Careful {
    directoryFor({ stateDir }) {
      return stateDir;
    }
  };
