// Bytes that are no UTF-8 are replaced without a word.

export const metadata = {
  id: "broken-utf8-mended",
  mistake: "Bytes that are no UTF-8 are replaced without a word.",
  contract: "payments",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/invalid-utf8"],
};

export default (Careful) =>
  class extends Careful {
    parse(raw) {
      return super.parse(Buffer.from(raw.toString("utf8")));
    }
  };
