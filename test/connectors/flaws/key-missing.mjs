// The key never reaches the wire.
// The caller passes one and a layer in between drops it (fireblocks-sdk-py#97).

export const metadata = {
  id: "key-missing",
  mistake: "The key never reaches the wire.",
  contract: "keyed-remembering",
  stoppedBy: ["valid-key"],
  scenarios: ["happy-path"],
};

export default (Careful) =>
  class extends Careful {
    keyToSend() {
      return null;
    }
  };
