// The content is walked over by a function that calls itself, outside of any try.

export const metadata = {
  id: "walks-into-depth",
  mistake: "The content is walked over by a function that calls itself, outside of any try.",
  contract: "payments",
  stoppedBy: ["stays-up"],
  scenarios: ["malformed/deep-nesting"],
};

export default (Careful) =>
  class extends Careful {
    parse(raw) {
      const value = super.parse(raw);
      setImmediate(() => this.walk(value));
      return value;
    }

    walk(value) {
      if (typeof value === "object" && value !== null)
        Object.values(value).forEach((inner) => this.walk(inner));
    }
  };
