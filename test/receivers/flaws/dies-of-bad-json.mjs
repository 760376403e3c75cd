// What cannot be parsed ends the process.

export const metadata = {
  id: "dies-of-bad-json",
  mistake: "What cannot be parsed ends the process.",
  contract: "batches",
  stoppedBy: ["stays-up"],
  scenarios: ["malformed/not-json"],
};

export default (Careful) =>
  class extends Careful {
    async handle(request, response) {
      try {
        return await super.handle(request, response);
      } finally {
        if (this.broken) process.exit(1);
      }
    }

    parse(raw) {
      this.broken = true;
      const value = super.parse(raw);
      this.broken = false;
      return value;
    }
  };
