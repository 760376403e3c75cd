// JSON that breaks off is completed.

export const metadata = {
  id: "cut-json-mended",
  mistake: "JSON that breaks off is completed.",
  contract: "counter",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/not-json"],
};

export default (Careful) =>
  class extends Careful {
    parse(raw) {
      try {
        return super.parse(raw);
      } catch {
        return super.parse(Buffer.concat([raw, Buffer.from("}")]));
      }
    }
  };
