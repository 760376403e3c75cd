// The first piece that arrives is taken for the whole body.

export const metadata = {
  id: "first-piece-is-all",
  mistake: "The first piece that arrives is taken for the whole body.",
  contract: "payments",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["split-writes", "chunked"],
};

export default (Careful) =>
  class extends Careful {
    async readBytes(request) {
      for await (const piece of request) return piece;
      return Buffer.alloc(0);
    }
  };
