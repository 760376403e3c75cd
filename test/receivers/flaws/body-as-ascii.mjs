// The body is read as ASCII before it is verified.

export const metadata = {
  id: "body-as-ascii",
  mistake: "The body is read as ASCII before it is verified.",
  contract: "payments",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["unusual-bytes/non-ascii"],
};

export default (Careful) =>
  class extends Careful {
    signedBody({ raw }) {
      return Buffer.from(raw.toString("ascii"), "ascii");
    }
  };
