// 202 is reported as success.
// "Accepted" is read as "done"; that it can still fail is not thought of.

export const metadata = {
  id: "accepted-is-success",
  mistake: "202 is reported as success.",
  contract: "acknowledged",
  stoppedBy: ["acknowledged-is-not-done"],
  scenarios: ["acknowledged/then-failed", "acknowledged/then-succeeded"],
};

export default (Careful) =>
  class extends Careful {
    onAcknowledged(record, { ticket }) {
      return this.succeed(record, ticket);
    }
  };
