// The signature is held against the compressed bytes, though what was compressed is signed.

export const metadata = {
  id: "compressed-bytes-verified",
  mistake: "The signature is held against the compressed bytes, though what was compressed is signed.",
  contract: "batches",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["malformed/gzip"],
};

export default (Careful) =>
  class extends Careful {
    decompress(raw) {
      const decoded = super.decompress(raw);
      this.wire = raw;
      return decoded;
    }

    signedBody({ raw }) {
      return this.wire ?? raw;
    }

    async receive(request, response) {
      this.wire = undefined;
      return super.receive(request, response);
    }
  };
