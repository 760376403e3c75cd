// Of a key that occurs twice the last one counts.

export const metadata = {
  id: "repeated-key-accepted",
  mistake: "Of a key that occurs twice the last one counts.",
  contract: "counter",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/duplicate-key"],
};

export default (Careful) =>
  class extends Careful {
    parse(raw) {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
    }
  };
