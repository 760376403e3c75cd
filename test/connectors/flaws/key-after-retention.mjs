// The old key is sent after the provider has forgotten it.
// A job that slept for a day wakes up and repeats itself; nobody knew that keys expire (connect-api-examples#135).

export const metadata = {
  id: "key-after-retention",
  mistake: "The old key is sent after the provider has forgotten it.",
  contract: "keyed-remembering",
  stoppedBy: ["fresh-key"],
  scenarios: ["retention-expired"],
};

export default (Careful) =>
  class extends Careful {
    isRemembered() {
      return true;
    }
  };
