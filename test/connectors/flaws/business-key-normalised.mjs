// Business keys are normalised before they are compared.
// The second of two customers with the same name, typed on another system, is told that all is done.

export const metadata = {
  id: "business-key-normalised",
  mistake: "Business keys are normalised before they are compared.",
  contract: "lookup-only",
  stoppedBy: ["no-guessing"],
  scenarios: ["business-keys/not-ascii"],
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
  return businessKey.normalize("NFC");
}
