// The key carries the credential.
// Meant to keep accounts apart, it puts the token into every log that keeps request headers.

export const metadata = {
  id: "key-with-secret",
  mistake: "The key carries the credential.",
  contract: "keyed-remembering",
  stoppedBy: ["valid-key"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      return `${this.world.credentials.token}-${record.businessKey}`;
    }
  };
