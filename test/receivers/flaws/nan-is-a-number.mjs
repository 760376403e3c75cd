// NaN in the JSON is taken for a number.

export const metadata = {
  id: "nan-is-a-number",
  mistake: "NaN in the JSON is taken for a number.",
  contract: "batches",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/nan-constant"],
};

export default (Careful) =>
  class extends Careful {
    parse(raw) {
      return super.parse(Buffer.from(raw.toString("utf8").replaceAll("NaN", "1")));
    }
  };
