// The signature is held against the JSON written anew.

export const metadata = {
  id: "rewritten-body-verified",
  mistake: "The signature is held against the JSON written anew.",
  contract: "payments",
  stoppedBy: ["signs-raw-bytes"],
  scenarios: ["unusual-bytes/spelled-otherwise", "bad-signature/reserialised"],
};

export default (Careful) =>
  class extends Careful {
    signedBody({ raw }) {
      return JSON.stringify(JSON.parse(raw.toString()));
    }
  };
